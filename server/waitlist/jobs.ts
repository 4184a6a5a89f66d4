import type { Database } from '../platform/db/transaction.ts'
import { expireOffers, offerOpenSpots } from './end-offer.ts'

/**
 * Every minute: passes on the offers whose time is over, and offers what became open otherwise.
 *
 * @returns whether everything was done, so that it is called again if not
 * @throws the first failure, after the rest was done
 */
export async function runWaitlist(ctx: { db: Database }): Promise<boolean> {
  const runs = [await expireOffers(ctx), await offerOpenSpots(ctx)]
  const failures = runs.flatMap(({ failures }) => failures)
  if (failures.length > 0) throw failures[0]
  return runs.every(({ isDone }) => isDone)
}
