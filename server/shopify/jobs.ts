import { setTimeout } from 'node:timers/promises'
import type { OperationKind } from '@trunkshow/contract/shopify/rules.ts'
import { eq, sql } from 'drizzle-orm'
import { shopifyOperations } from '../platform/db/schema/shopify.ts'
import { changeRows } from '../platform/db/statement.ts'
import { inSeconds, leaseSeconds } from '../platform/jobs/lease.ts'
import { makeRoundRobin } from '../platform/jobs/take-turns.ts'
import { syncDiscount } from './discounts/sync-discount.ts'
import { checkOrder, checkOrders } from './orders/fetch-order.ts'
import { cancelOrder, pushOrder, recreateOrder } from './orders/push-order.ts'
import { pushProduct, resyncProduct } from './products/push-product.ts'
import { syncProducts } from './products/sync-products.ts'
import type { ShopifyContext } from './queries.ts'
import type { OperationHandler, OperationRow, WorkerContext } from './tasks/operation-handler.ts'
import { runOperation } from './tasks/run-operation.ts'
import { handleWebhooks } from './webhooks/handle-webhooks.ts'

const handlers: Record<OperationKind, OperationHandler> = {
  'product.push': pushProduct,
  'product.resync': resyncProduct,
  'products.sync': syncProducts,
  'discount.sync': syncDiscount,
  'order.push': pushOrder,
  'order.recreate': recreateOrder,
  'order.cancel': cancelOrder,
  'order.look': checkOrder,
  'orders.look': checkOrders,
}

/** Operations at the same time, each of another company. */
const MAX_CONCURRENT = 4
/** How long one run of the job lasts, and how often it looks for more work while operations are under way. */
const RUN_MS = 60_000
const CHECK_INTERVAL_MS = 500

const claimNext = makeRoundRobin()

/** Claims the longest waiting operation of the next company with a usable, idle store; one left sending is unknown. */
async function claim({ db }: ShopifyContext, after: number): Promise<OperationRow | undefined> {
  const due = sql`(
    SELECT due.id FROM shopify_operations AS due JOIN shopify_stores AS store ON store.company_id = due.company_id
    WHERE due.company_id > ${after} AND due.state IN ('queued', 'sending', 'unknown')
      AND due.next_try_at <= now() AND due.held_until <= now()
      AND store.enabled AND NOT store.must_reconnect
      AND NOT EXISTS (
        SELECT FROM shopify_operations AS other
        WHERE other.company_id = due.company_id AND other.held_until > now()
          AND other.state IN ('queued', 'sending', 'unknown'))
    ORDER BY due.company_id, due.next_try_at, due.id LIMIT 1 FOR UPDATE OF due SKIP LOCKED)`
  const [claimed] = await changeRows({ db }, shopifyOperations, eq(shopifyOperations.id, due), {
    state: sql`CASE state WHEN 'queued' THEN 'sending' ELSE 'unknown' END`,
    tries: sql`tries + 1`,
    leasedUntil: inSeconds(leaseSeconds.operation),
  }).returning()
  return claimed
}

/**
 * Runs the operations that are due, a company after the other. A slow store does not delay the others (decision 030).
 *
 * @param stopping ends it after the operations under way
 * @returns false when more are due within a minute, so that it is called again
 */
export async function runOperations(ctx: WorkerContext, stopping?: AbortSignal): Promise<boolean> {
  await handleWebhooks(ctx)
  const end = performance.now() + RUN_MS
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  try {
    while (performance.now() < end && failures.length === 0 && !stopping?.aborted) {
      const next = underWay.size < MAX_CONCURRENT ? await claimNext((after) => claim(ctx, after)) : undefined
      if (next) {
        const turn: Promise<void> = runOperation(ctx, handlers[next.kind], next)
          .catch((error) => void failures.push(error))
          .finally(() => underWay.delete(turn))
        underWay.add(turn)
      } else if (underWay.size > 0) {
        await Promise.race([...underWay, setTimeout(CHECK_INTERVAL_MS, undefined, { ref: false })])
      } else break
    }
  } finally {
    await Promise.all(underWay)
  }
  if (failures.length > 0) throw failures[0]
  const { rows } = await ctx.db.execute(sql`
    SELECT FROM shopify_operations JOIN shopify_stores USING (company_id)
    WHERE state IN ('queued', 'sending', 'unknown') AND next_try_at < now() + interval '1 minute'
      AND shopify_stores.enabled AND NOT must_reconnect LIMIT 1`)
  return rows.length === 0
}
