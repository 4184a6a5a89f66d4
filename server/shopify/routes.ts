import { api } from '@trunkshow/contract/api.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerList, readPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import {
  connectPracticeStore,
  connectStore,
  disconnectStore,
  enableStore,
  testStore,
} from './connection/connect-store.ts'
import { syncDiscountToShopify } from './discounts/sync-discount.ts'
import { getOrderAtStore, pushOrderToShopify, recreateOrderInShopify } from './orders/order-at-store.ts'
import { pushProductToShopify, resyncProductFromShopify } from './products/push-product.ts'
import { syncProductsFromShopify } from './products/sync-products.ts'
import { getStore, listFailedOrders } from './queries.ts'
import { retryOperation } from './tasks/await-operation.ts'
import { findLastSync, getOperation, listLogs } from './tasks/operation-queries.ts'
import { receiveWebhook } from './webhooks/receive-webhook.ts'

export function shopifyRoutes(app: FastifyInstance) {
  connection(app)
  records(app)
  operations(app)
}

function connection(app: FastifyInstance) {
  const { shopify } = api
  route(app, shopify.store, async (ctx) => getStore(ctx))
  route(app, shopify.connect, async (ctx, { body }) => connectStore(ctx, body))
  route(app, shopify.enable, async (ctx, { body }) => enableStore(ctx, body.enabled))
  route(app, shopify.disconnect, async (ctx) => disconnectStore(ctx))
  route(app, shopify.failedOrders, async (ctx) => listFailedOrders(ctx))
  route(app, shopify.practice, async (ctx) => connectPracticeStore(ctx))
  route(app, shopify.test, async (ctx) => testStore(ctx))
  route(app, shopify.webhook, async (ctx, { body, request }) => receiveWebhook(ctx, body, request.headers))
}

function records(app: FastifyInstance) {
  const { orders, products, discounts } = api
  route(app, orders.atStore, async (ctx, { params }) => getOrderAtStore(ctx, params.id))
  route(app, orders.push, async (ctx, { params, reply }) =>
    answerOperation(reply, await pushOrderToShopify(ctx, params.id)),
  )
  route(app, orders.recreate, async (ctx, { params, reply }) =>
    answerOperation(reply, await recreateOrderInShopify(ctx, params.id)),
  )
  route(app, products.push, async (ctx, { params, reply }) =>
    answerOperation(reply, await pushProductToShopify(ctx, params.id)),
  )
  route(app, products.resync, async (ctx, { params, reply }) =>
    answerOperation(reply, await resyncProductFromShopify(ctx, params.id)),
  )
  route(app, products.sync, async (ctx) => syncProductsFromShopify(ctx))
  route(app, products.lastSync, async (ctx) => findLastSync(ctx))
  route(app, discounts.sync, async (ctx, { params, reply }) =>
    answerOperation(reply, await syncDiscountToShopify(ctx, params.id)),
  )
}

function operations(app: FastifyInstance) {
  const { shopify } = api
  route(app, shopify.logs, async (ctx, { query, request, reply }) =>
    answerList(request, reply, await listLogs(ctx, readPage(query), query)),
  )
  route(app, shopify.operation, async (ctx, { params }) => getOperation(ctx, params.id))
  route(app, shopify.retry, async (ctx, { params, reply }) =>
    answerOperation(reply, await retryOperation(ctx, params.id)),
  )
}

/** 202 says that the operation is still open. */
function answerOperation<Answer extends Operation>(reply: FastifyReply, operation: Answer): Answer {
  if (operation.state !== 'done') reply.code(202)
  return operation
}
