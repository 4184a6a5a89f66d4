import { and, eq } from 'drizzle-orm'
import { shopifyStores } from '../db/schema/shopify.ts'
import { holdToken, type ShopifyContext } from './hold-token.ts'
import type { Outcome } from './read-outcome.ts'
import { sendOperation } from './send-operation.ts'
import type { OperationTypes } from './shopify-types.ts'

/**
 * Sends one operation to a company's store. A token that is refused is renewed once; if the new one is refused too,
 * the company has to connect the store anew. Nothing else is tried again here.
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
    if (held.kind === 'unauthorized') return mustReconnect(ctx, companyId, held.version)
    await beforeSending()
    const outcome = await sendOperation({ ...held, companyId }, name, variables)
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
