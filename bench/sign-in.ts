import { performance } from 'node:perf_hooks'
import { middle, type Side } from './rounds.ts'
import type { Scene } from './stage.ts'

/** Tries that are left out, until everything is compiled and open. */
const WARM_UP = 5

interface Refusal {
  body: string
  ms: number
}

let tries = 0

/**
 * How long it takes to refuse a wrong password, beside a name that nobody has: the difference is what would tell
 * somebody which accounts there are (design §6). One try at a time, in turn, each with another name, since an
 * account has ten tries.
 *
 * @param count tries of each kind that count; a few before them warm up
 * @throws when the two are not refused with the same body
 */
export async function compareSignIns(scene: Scene, count: number) {
  const users = await scene.makeUsers(count + WARM_UP)
  const [known, unknown]: [Refusal[], Refusal[]] = [[], []]
  for (const [index, username] of users.entries()) {
    if (index % 2) unknown.push(await refuse(scene, `nobody-${index}`))
    known.push(await refuse(scene, username))
    if (index % 2 === 0) unknown.push(await refuse(scene, `nobody-${index}`))
  }
  const bodies = new Set([...known, ...unknown].map(({ body }) => body))
  if (bodies.size > 1) throw new Error(`Refused in different words: ${[...bodies].join(' ')}`)
  const [ours, other] = [sideOf(known), sideOf(unknown)]
  return { ours, other, ratio: ours.p50 / other.p50 }
}

async function refuse({ server }: Scene, username: string): Promise<Refusal> {
  const network = ++tries
  const begin = performance.now()
  const answer = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.200.${network >> 8}.${network & 255}`,
    },
    body: JSON.stringify({ username, password: 'not the right one' }),
  })
  const body = await answer.text()
  const ms = performance.now() - begin
  if (answer.status !== 401) throw new Error(`The server answered ${answer.status}: ${body}`)
  return { body, ms }
}

function sideOf(refusals: Refusal[]): Side {
  const times = refusals.slice(WARM_UP).map(({ ms }) => ms)
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  return { rate: times.length / seconds, p50: middle(times, 0.5), p99: middle(times, 0.99), busy: undefined }
}
