import { and, eq } from 'drizzle-orm'
import { shopifyStores } from '../db/schema/shopify.ts'
import { holdToken, type ShopifyContext, type TokenOutcome } from './hold-token.ts'
import { findStore } from './queries.ts'
import type { Outcome } from './read-outcome.ts'
import { sendOperation } from './send-operation.ts'
import type { OperationTypes } from './shopify-types.ts'
import { originOf } from './store-origin.ts'

/**
 * Sends one operation to a company's store. A token that is refused is renewed once; if the new one is refused too,
 * the company has to connect the store anew. Nothing else is tried again here.
 */
export async function callStore<Name extends keyof OperationTypes>(
  ctx: ShopifyContext,
  companyId: number,
  name: Name,
  variables: OperationTypes[Name]['variables'],
): Promise<Outcome<OperationTypes[Name]['data']>> {
  let held = await holdToken(ctx, companyId)
  for (let renewed = false; ; renewed = true) {
    const store = await findStore(ctx, companyId)
    if (held.kind === 'refused') return held
    if (held.kind === 'unauthorized' || !store) return mustReconnect(ctx, companyId, held)
    const origin = await originOf(ctx, store)
    const outcome = await sendOperation({ companyId, origin, token: held.token }, name, variables)
    if (outcome.kind !== 'unauthorized') return outcome
    if (renewed) return mustReconnect(ctx, companyId, held)
    held = await holdToken(ctx, companyId, held.version)
  }
}

/** Unless somebody has connected it meanwhile. */
async function mustReconnect(
  { db }: ShopifyContext,
  companyId: number,
  held: TokenOutcome,
): Promise<{ kind: 'unauthorized' }> {
  const sameToken = held.kind === 'ok' ? eq(shopifyStores.tokenVersion, held.version) : undefined
  await db
    .update(shopifyStores)
    .set({ mustReconnect: true })
    .where(and(eq(shopifyStores.companyId, companyId), sameToken))
  return { kind: 'unauthorized' }
}
