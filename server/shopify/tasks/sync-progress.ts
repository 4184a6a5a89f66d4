import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'

/** What changed this long before the last change seen is asked for again, in milliseconds: the index lags behind. */
const OVERLAP = 10 * 60_000

/** @param until everything changed before it is here already; null for the whole catalogue */
export function newProgress(until: Date | null): SyncProgress {
  const since = until && new Date(until.getTime() - OVERLAP).toISOString()
  return {
    total: null,
    seen: 0,
    made: 0,
    changed: 0,
    unfit: 0,
    problems: [],
    cursor: null,
    since,
    until: null,
  }
}

/** How many of the things that could not be taken are told by name; the rest are counted. */
const TOLD = 100

export function tellProblem({ problems }: SyncProgress, name: string, message: string): void {
  if (problems.length < TOLD) problems.push({ name: name.slice(0, 100), message })
}
