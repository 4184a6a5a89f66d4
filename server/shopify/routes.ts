import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { answerList, readPage } from '../http/paging.ts'
import { route } from '../http/route.ts'
import {
  connectPracticeStore,
  connectStore,
  disconnectStore,
  enableStore,
} from './connection/connect-store.ts'
import { testStore } from './connection/test-store.ts'
import { getStore } from './queries.ts'
import { getOperation, listLogs } from './tasks/operation-queries.ts'
import { retryOperation } from './tasks/retry-operation.ts'
import { receiveWebhook } from './webhooks/receive-webhook.ts'

export function shopifyRoutes(app: FastifyInstance) {
  const { shopify } = api
  route(app, shopify.store, async (ctx) => getStore(ctx))
  route(app, shopify.connect, async (ctx, { body }) => connectStore(ctx, body))
  route(app, shopify.enable, async (ctx, { body }) => enableStore(ctx, body.enabled))
  route(app, shopify.disconnect, async (ctx) => disconnectStore(ctx))
  route(app, shopify.practice, async (ctx) => connectPracticeStore(ctx))
  route(app, shopify.test, async (ctx) => testStore(ctx))
  route(app, shopify.webhook, async (ctx, { body, request }) => receiveWebhook(ctx, body, request.headers))
  route(app, shopify.logs, async (ctx, { query, request, reply }) =>
    answerList(request, reply, await listLogs(ctx, readPage(query), query)),
  )
  route(app, shopify.operation, async (ctx, { params }) => getOperation(ctx, params.id))
  route(app, shopify.retry, async (ctx, { params, reply }) => retryOperation(ctx, params.id, reply))
}
