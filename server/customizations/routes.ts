import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { listCustomizations, listOptions } from './queries.ts'
import {
  createCustomization,
  createOption,
  deleteCustomization,
  deleteOption,
  updateCustomization,
  updateOption,
} from './save-customization.ts'

export function customizationRoutes(app: FastifyInstance) {
  const { customizations, options } = api
  route(app, customizations.list, async (ctx, { page, query }) => listCustomizations(ctx, page, query))
  route(app, customizations.create, async (ctx, { body }) => createCustomization(ctx, body))
  route(app, customizations.update, async (ctx, { params, body }) =>
    updateCustomization(ctx, params.id, body),
  )
  route(app, customizations.remove, async (ctx, { params }) => deleteCustomization(ctx, params.id))
  route(app, options.list, async (ctx, { params }) => listOptions(ctx, params.id))
  route(app, options.create, async (ctx, { params, body, uploads }) =>
    createOption(ctx, params.id, body, uploads),
  )
  route(app, options.update, async (ctx, { params, body, uploads }) =>
    updateOption(ctx, params.id, body, uploads),
  )
  route(app, options.remove, async (ctx, { params }) => deleteOption(ctx, params.id))
}
