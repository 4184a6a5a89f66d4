import { api } from '@trunkshow/contract/api.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { StaffContext } from '../context.ts'
import { route } from '../platform/http/route.ts'
import {
  connectPracticeStore,
  connectStore,
  disconnectStore,
  enableStore,
  testStore,
} from './connection/connect-store.ts'
import { syncDiscountToShopify } from './discounts/sync-discount.ts'
import { getOrderAtStore, requestOrder } from './orders/order-at-store.ts'
import { requestProduct } from './products/push-product.ts'
import { syncProductsFromShopify } from './products/sync-products.ts'
import { getStore, listFailedOrders } from './queries.ts'
import { findLastSync, getOperation, listLogs, retryOperation } from './tasks/operation-queries.ts'
import { receiveWebhook } from './webhooks/receive-webhook.ts'

export function shopifyRoutes(app: FastifyInstance) {
  const { shopify, orders, products, discounts } = api
  route(app, shopify.store, async (ctx) => getStore(ctx))
  route(app, shopify.connect, async (ctx, { body }) => connectStore(ctx, body))
  route(app, shopify.enable, async (ctx, { body }) => enableStore(ctx, body.enabled))
  route(app, shopify.disconnect, async (ctx) => disconnectStore(ctx))
  route(app, shopify.failedOrders, async (ctx) => listFailedOrders(ctx))
  route(app, shopify.practice, async (ctx) => connectPracticeStore(ctx))
  route(app, shopify.test, async (ctx) => testStore(ctx))
  route(app, shopify.webhook, async (ctx, { body, request }) => receiveWebhook(ctx, body, request.headers))
  route(app, shopify.logs, async (ctx, { page, query }) => listLogs(ctx, page, query))
  route(app, shopify.operation, async (ctx, { params }) => getOperation(ctx, params.id))
  route(app, shopify.retry, started(retryOperation))
  route(app, orders.atStore, async (ctx, { params }) => getOrderAtStore(ctx, params.id))
  route(app, orders.push, started(requestOrder, 'order.push'))
  route(app, orders.recreate, started(requestOrder, 'order.recreate'))
  route(app, products.push, started(requestProduct, 'product.push'))
  route(app, products.resync, started(requestProduct, 'product.resync'))
  route(app, products.sync, async (ctx) => syncProductsFromShopify(ctx))
  route(app, products.lastSync, async (ctx) => findLastSync(ctx))
  route(app, discounts.sync, started(syncDiscountToShopify))
}

/** A handler that starts an operation of a record; 202 says that it is still open. */
function started<Answer extends Operation, Kind extends unknown[]>(
  start: (ctx: StaffContext, id: number, ...kind: Kind) => Promise<Answer>,
  ...kind: Kind
) {
  return async (ctx: StaffContext, { params, reply }: { params: { id: number }; reply: FastifyReply }) => {
    const operation = await start(ctx, params.id, ...kind)
    if (operation.state !== 'done') reply.code(202)
    return operation
  }
}
