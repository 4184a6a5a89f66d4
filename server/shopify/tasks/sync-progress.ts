import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'

/** Each sync starts this long before the last change it has seen: Shopify's search lags. */
const OVERLAP_MS = 10 * 60_000

/** @param until every change before it is imported; null for the whole catalog */
export function newProgress(until: Date | null): SyncProgress {
  const since = until && new Date(until.getTime() - OVERLAP_MS).toISOString()
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

/** The rest of the problems are only counted. */
const MAX_NAMED_PROBLEMS = 100

export function reportProblem({ problems }: SyncProgress, name: string, message: string): void {
  if (problems.length < MAX_NAMED_PROBLEMS) problems.push({ name: name.slice(0, 100), message })
}
