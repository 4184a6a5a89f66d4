import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { SizeRow } from './report.ts'
import { makeBookingCall } from './requests.ts'
import { middle } from './rounds.ts'
import type { Scene } from './stage.ts'

/** Answers of each kind that are measured, one at a time. */
const TRIES = 300
const FILE_ROWS = 50_000

const requests: Record<string, (n: number) => string> = {
  'customers, first page': () => '/api/customers',
  'customers, search': (n) => `/api/customers?q=guest+${n % 1000}`,
  'customers, search of one letter': (n) => `/api/customers?q=${'abcdefgh'[n % 8]}`,
  'products, first page': () => '/api/products',
  'products, search': (n) => `/api/products?q=silk+${n % 200}`,
}

/**
 * What lists take of a company with 100,000 customers and 20,000 products beside one with 1,000 of each, one
 * answer at a time, in turn.
 */
export async function compareCatalogues(large: Scene, small: Scene): Promise<SizeRow[]> {
  await large.storeCatalogue({ customers: 100_000, products: 20_000 })
  await small.storeCatalogue({ customers: 1000, products: 1000 })
  const [asLarge, asSmall] = [await reader(large), await reader(small)]
  const rows: SizeRow[] = []
  for (const [name, path] of Object.entries(requests)) {
    const times: { large: number[]; small: number[] } = { large: [], small: [] }
    for (let n = -20; n < TRIES; n++) {
      const [one, other] = [await asLarge(path(n + 20)), await asSmall(path(n + 20))]
      if (n < 0) continue // warms up
      times.large.push(one)
      times.small.push(other)
    }
    const [largeMs, smallMs] = [middle(times.large, 0.95), middle(times.small, 0.95)]
    rows.push({ name: `${name}, p95`, large: largeMs, small: smallMs, unit: 'ms', mostRatio: 2 })
  }
  return rows
}

/** Asks as the company's owner. @returns how long an answer took, in ms */
export async function reader({ server, signIn }: Scene) {
  const { name, value } = await signIn()
  return async (path: string) => {
    const begin = performance.now()
    const answer = await fetch(server.url + path, { headers: { cookie: `${name}=${value}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return performance.now() - begin
  }
}

/** What a booking takes while a file of 50,000 customers is imported by the same process, beside before. */
export async function compareDuringImport(scene: Scene): Promise<SizeRow[]> {
  const { server } = scene
  const { name, value } = await scene.signIn()
  const show = await scene.makeShow(25, 40)
  await scene.settle()
  const book = makeBookingCall(server.url, show.slots)
  const call = async (path: string, body?: object) => {
    const answer = await fetch(server.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { cookie: `${name}=${value}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  /** Books twenty times a second until told. */
  async function bookUntil(over: () => boolean | Promise<boolean>): Promise<number[]> {
    const times: number[] = []
    while (!(await over())) {
      const begin = performance.now()
      await book()
      times.push(performance.now() - begin)
      await setTimeout(Math.max(0, 50 - (performance.now() - begin)))
    }
    return times
  }
  const lasting = (seconds: number) => {
    const end = performance.now() + seconds * 1000
    return () => performance.now() > end
  }
  await bookUntil(lasting(2))
  const before = await bookUntil(lasting(8))
  const rows = Array.from({ length: FILE_ROWS }, (_, n) => `Guest ${n},Imported,imported-${n}@mail.test,,`)
  const csv = ['First name,Last name,Email,Phone,Notes', ...rows].join('\n')
  const checked = await call('/api/imports', { kind: 'customers', csv })
  await call(`/api/imports/${checked.id}/start`, {})
  let asked = 0
  let state = 'running'
  const during = await bookUntil(async () => {
    if (asked++ % 20 === 0) state = (await call(`/api/imports/${checked.id}`)).state
    return state !== 'running'
  })
  if (state !== 'done') throw new Error(`The import ended as ${state}`)
  return [
    {
      name: `a booking while ${FILE_ROWS.toLocaleString('en-US')} rows are imported, p95`,
      large: middle(during, 0.95),
      small: middle(before, 0.95),
      unit: 'ms',
      mostRatio: 2,
    },
  ]
}
