import { and, eq, sql } from 'drizzle-orm'
import { shopifyStores } from '../../db/schema/shopify.ts'
import type { ShopifyContext } from '../queries.ts'
import { holdToken } from './access-token.ts'
import type { Outcome } from './read-outcome.ts'
import { sendOperation } from './send-operation.ts'
import type { OperationTypes } from './shopify-types.ts'

/**
 * Sends one operation to a company's store. A token that is refused is renewed once; if the new one is refused too,
 * the store waits to be reconnected, until a call is accepted again. Nothing else is tried again here.
 *
 * @param beforeSending comes directly before each request, since a token may have taken half a minute to get; what it
 *   throws is thrown, and nothing is sent
 */
export async function callStore<Name extends keyof OperationTypes>(
  ctx: ShopifyContext,
  companyId: number,
  name: Name,
  variables: OperationTypes[Name]['variables'],
  beforeSending = async () => {},
): Promise<Outcome<OperationTypes[Name]['data']>> {
  let held = await holdToken(ctx, companyId)
  for (let renewed = false; ; renewed = true) {
    if (held.kind === 'refused') return held
    if (held.kind === 'unauthorized') {
      await noteRefused(ctx, companyId, held.version)
      return { kind: 'unauthorized' }
    }
    await beforeSending()
    const outcome = await sendOperation(held, name, variables)
    if (outcome.kind === 'ok' && held.mustReconnect) await noteAccepted(ctx, companyId, held.version)
    if (outcome.kind !== 'unauthorized') return outcome
    if (renewed) {
      await noteRefused(ctx, companyId, held.version)
      return outcome
    }
    held = await holdToken(ctx, companyId, held.version)
  }
}

/** The connection these tokens are of: one that was made in between has another version. */
const ofVersion = (companyId: number, version: number) =>
  and(eq(shopifyStores.companyId, companyId), eq(shopifyStores.tokenVersion, version))

/** A store that has just begun to refuse is asked again at the next poll; it may have been a bad moment. */
async function noteRefused({ db }: ShopifyContext, companyId: number, version: number) {
  await db
    .update(shopifyStores)
    .set({ mustReconnect: true, checkedAt: sql`CASE WHEN must_reconnect THEN checked_at END` })
    .where(ofVersion(companyId, version))
}

async function noteAccepted({ db }: ShopifyContext, companyId: number, version: number) {
  await db.update(shopifyStores).set({ mustReconnect: false }).where(ofVersion(companyId, version))
}
