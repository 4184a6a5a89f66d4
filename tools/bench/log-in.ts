import { performance } from 'node:perf_hooks'
import { percentile, type Side } from './rounds.ts'
import type { Scene } from './stage.ts'

/** Attempts that do not count, because code is not compiled and connections are not open yet. */
const WARM_UP_TRIES = 5

interface TimedAnswer {
  body: string
  ms: number
}

let tries = 0

/**
 * Compares the time to refuse a wrong password with that for an unknown name: a difference would reveal which accounts
 * exist.
 *
 * @param count attempts of each kind that count, after a few to warm up
 * @throws if the two responses differ
 */
export function compareLogIns(scene: Scene, count: number) {
  return compareNames(scene, count, (username) =>
    request(scene, '/api/login', { username, password: 'not the right one' }, 401),
  )
}

/** The same for password reset requests. */
export function comparePasswordRequests(scene: Scene, count: number) {
  return compareNames(scene, count, (name) =>
    request(scene, '/api/password/forgot', { email: `${name}@vale.test` }, 204),
  )
}

/** Makes one attempt at a time, in turn, each with a different name, because limits count per name. */
async function compareNames(scene: Scene, count: number, tryName: (name: string) => Promise<TimedAnswer>) {
  const users = await scene.makeUsers(count + WARM_UP_TRIES)
  const [known, unknown]: [TimedAnswer[], TimedAnswer[]] = [[], []]
  for (const [index, username] of users.entries()) {
    if (index % 2) unknown.push(await tryName(`nobody-${index}`))
    known.push(await tryName(username))
    if (index % 2 === 0) unknown.push(await tryName(`nobody-${index}`))
  }
  const bodies = new Set([...known, ...unknown].map(({ body }) => body))
  if (bodies.size > 1) throw new Error(`TimedAnswer in different words: ${[...bodies].join(' ')}`)
  const [ours, other] = [sideOf(known), sideOf(unknown)]
  return { ours, other, ratio: ours.p50 / other.p50 }
}

async function request({ server }: Scene, path: string, body: object, status: number): Promise<TimedAnswer> {
  const network = ++tries
  const begin = performance.now()
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.200.${network >> 8}.${network & 255}`,
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const ms = performance.now() - begin
  if (answer.status !== status) throw new Error(`The server answered ${answer.status}: ${text}`)
  return { body: text, ms }
}

function sideOf(answers: TimedAnswer[]): Side {
  const times = answers.slice(WARM_UP_TRIES).map(({ ms }) => ms)
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  return {
    rate: times.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    busy: undefined,
  }
}
