import { and, eq } from 'drizzle-orm'
import { shopifyStores } from '../db/schema/shopify.ts'
import { holdToken, type ShopifyContext } from './hold-token.ts'
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
  const before = await findStore(ctx, companyId)
  let held = await holdToken(ctx, companyId)
  for (let renewed = false; ; renewed = true) {
    if (held.kind === 'refused') return held
    if (held.kind === 'unauthorized') return mustReconnect(ctx, companyId, before?.tokenVersion ?? 0)
    const store = await findStore(ctx, companyId)
    const origin = await originOf(ctx, store!)
    const outcome = await sendOperation({ companyId, origin, token: held.token }, name, variables)
    if (outcome.kind !== 'unauthorized') return outcome
    if (renewed) return mustReconnect(ctx, companyId, held.version)
    held = await holdToken(ctx, companyId, held.version)
  }
}

/** Unless somebody has connected it meanwhile: then its token is another version. */
async function mustReconnect(
  { db }: ShopifyContext,
  companyId: number,
  version: number,
): Promise<{ kind: 'unauthorized' }> {
  await db
    .update(shopifyStores)
    .set({ mustReconnect: true })
    .where(and(eq(shopifyStores.companyId, companyId), eq(shopifyStores.tokenVersion, version)))
  return { kind: 'unauthorized' }
}
