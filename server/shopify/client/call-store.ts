import { and, eq, sql } from 'drizzle-orm'
import { shopifyStores } from '../../platform/db/schema/shopify.ts'
import type { ShopifyContext } from '../queries.ts'
import { getAccessToken } from './access-token.ts'
import type { Outcome } from './read-outcome.ts'
import { sendOperation } from './send-operation.ts'
import type { OperationTypes } from './shopify-types.ts'

/**
 * Sends one operation to a company's store. A refused token is renewed once; if the new one is refused too, the store has
 * to be reconnected, unless a later call is accepted. Nothing else is retried here.
 *
 * @param beforeSending runs directly before each request, since getting a token may take half a minute; when it throws,
 *   nothing is sent
 */
export async function callStore<Name extends keyof OperationTypes>(
  ctx: ShopifyContext,
  companyId: number,
  name: Name,
  variables: OperationTypes[Name]['variables'],
  beforeSending = async () => {},
): Promise<Outcome<OperationTypes[Name]['data']>> {
  let access = await getAccessToken(ctx, companyId)
  for (let renewed = false; ; renewed = true) {
    if (access.kind === 'refused') return access
    if (access.kind === 'unauthorized') {
      await requireReconnect(ctx, companyId, access.version)
      return { kind: 'unauthorized' }
    }
    await beforeSending()
    const outcome = await sendOperation(access, name, variables)
    if (outcome.kind === 'ok' && access.mustReconnect) await clearReconnect(ctx, companyId, access.version)
    if (outcome.kind !== 'unauthorized') return outcome
    if (renewed) {
      await requireReconnect(ctx, companyId, access.version)
      return outcome
    }
    access = await getAccessToken(ctx, companyId, access.version)
  }
}

/** Matches the connection of this token: a newer connection has another version. */
const ofVersion = (companyId: number, version: number) =>
  and(eq(shopifyStores.companyId, companyId), eq(shopifyStores.tokenVersion, version))

/** The first refusal may be temporary, so the next poll checks the store again. */
async function requireReconnect({ db }: ShopifyContext, companyId: number, version: number) {
  await db
    .update(shopifyStores)
    .set({ mustReconnect: true, checkedAt: sql`CASE WHEN must_reconnect THEN checked_at END` })
    .where(ofVersion(companyId, version))
}

async function clearReconnect({ db }: ShopifyContext, companyId: number, version: number) {
  await db.update(shopifyStores).set({ mustReconnect: false }).where(ofVersion(companyId, version))
}
