import type { Database } from '../db/transaction.ts'
import { expireOffers, offerOpenSpots } from './end-offer.ts'

/** Every minute: passes on the offers whose time is over, and offers what became open otherwise. */
export async function runWaitlist(ctx: { db: Database }): Promise<void> {
  await expireOffers(ctx)
  await offerOpenSpots(ctx)
}
