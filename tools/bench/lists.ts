import { performance } from 'node:perf_hooks'
import type { SizeRow } from './report.ts'
import { percentile } from './rounds.ts'
import type { Scene } from './stage.ts'

/** Measured responses of each kind, one at a time. */
const TRIES = 200
/** Requests before measuring, because a new process is slower. */
const WARM_UP_TRIES = 200

/** Paths of requests, made from a known row and the number of the attempt. */
export type Requests<Known> = Record<string, (known: Known, n: number) => string>

/**
 * Compares response times of lists of a large company and a small one, one request at a time, in turn.
 *
 * @param limited lists that may take twice as long in the large company
 * @param growing lists whose responses grow with the number of rows, without a target
 */
export async function compareLists<Known>(
  { large, small }: Record<'large' | 'small', Scene>,
  knownOf: (scene: Scene) => Promise<Known[]>,
  { limited, growing }: Record<'limited' | 'growing', Requests<Known>>,
): Promise<SizeRow[]> {
  const [asLarge, asSmall] = [await reader(large), await reader(small)]
  const [ofLarge, ofSmall] = [await knownOf(large), await knownOf(small)]
  const rows: SizeRow[] = []
  for (const [name, path] of [...Object.entries(limited), ...Object.entries(growing)]) {
    const times: { large: number[]; small: number[] } = { large: [], small: [] }
    for (let n = 0; n < TRIES + WARM_UP_TRIES; n++) {
      const at = (known: Known[]) => path(known[n % known.length]!, n)
      const [one, other] = [await asLarge(at(ofLarge)), await asSmall(at(ofSmall))]
      if (n < WARM_UP_TRIES) continue
      times.large.push(one)
      times.small.push(other)
    }
    const [largeMs, smallMs] = [percentile(times.large, 0.95), percentile(times.small, 0.95)]
    rows.push({ name, large: largeMs, small: smallMs, unit: 'ms', ...(name in limited && { maxRatio: 2 }) })
  }
  return rows
}

/** Reads as the company's owner. @returns the response time in ms */
async function reader({ server, logIn }: Scene) {
  const { name, value } = await logIn()
  return async (path: string) => {
    const begin = performance.now()
    const answer = await fetch(server.url + path, { headers: { cookie: `${name}=${value}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return performance.now() - begin
  }
}
