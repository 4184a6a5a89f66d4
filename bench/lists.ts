import { performance } from 'node:perf_hooks'
import type { SizeRow } from './report.ts'
import { middle } from './rounds.ts'
import type { Scene } from './stage.ts'

/** Answers of each kind that are measured, one at a time. */
const TRIES = 200
/** Answers of each kind before that: a process that has just begun is slower at everything. */
const WARM_UP = 200

/** What a list is asked for: the path, of a row of it that is known and of the number of the try. */
export type Requests<Known> = Record<string, (known: Known, n: number) => string>

/**
 * What lists take of a company with many rows beside one with few, one answer at a time, in turn.
 *
 * @param held may take twice as long of many
 * @param told find more, the more rows there are, so that the answers themselves are larger
 */
export async function compareLists<Known>(
  { large, small }: Record<'large' | 'small', Scene>,
  knownOf: (scene: Scene) => Promise<Known[]>,
  { held, told }: Record<'held' | 'told', Requests<Known>>,
): Promise<SizeRow[]> {
  const [asLarge, asSmall] = [await reader(large), await reader(small)]
  const [ofLarge, ofSmall] = [await knownOf(large), await knownOf(small)]
  const rows: SizeRow[] = []
  for (const [name, path] of [...Object.entries(held), ...Object.entries(told)]) {
    const times: { large: number[]; small: number[] } = { large: [], small: [] }
    for (let n = 0; n < TRIES + WARM_UP; n++) {
      const at = (known: Known[]) => path(known[n % known.length]!, n)
      const [one, other] = [await asLarge(at(ofLarge)), await asSmall(at(ofSmall))]
      if (n < WARM_UP) continue
      times.large.push(one)
      times.small.push(other)
    }
    const [largeMs, smallMs] = [middle(times.large, 0.95), middle(times.small, 0.95)]
    rows.push({ name, large: largeMs, small: smallMs, unit: 'ms', ...(name in held && { mostRatio: 2 }) })
  }
  return rows
}

/** Asks as the company's owner. @returns how long an answer took, in ms */
async function reader({ server, signIn }: Scene) {
  const { name, value } = await signIn()
  return async (path: string) => {
    const begin = performance.now()
    const answer = await fetch(server.url + path, { headers: { cookie: `${name}=${value}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return performance.now() - begin
  }
}
