import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { createDiscount, deleteDiscount, listDiscounts, updateDiscount } from './discount-records.ts'

export function discountRoutes(app: FastifyInstance) {
  const { discounts } = api
  route(app, discounts.list, async (ctx, { page, query }) => listDiscounts(ctx, page, query))
  route(app, discounts.create, async (ctx, { body }) => createDiscount(ctx, body))
  route(app, discounts.update, async (ctx, { params, body }) => updateDiscount(ctx, params.id, body))
  route(app, discounts.remove, async (ctx, { params }) => deleteDiscount(ctx, params.id))
}
