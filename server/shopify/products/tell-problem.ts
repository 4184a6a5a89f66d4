import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'

/** How many of the things that could not be taken are told by name; the rest are counted. */
const TOLD = 100

export function tellProblem({ problems }: SyncProgress, name: string, message: string): void {
  if (problems.length < TOLD) problems.push({ name: name.slice(0, 100), message })
}
