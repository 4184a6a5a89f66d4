import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { recordExport } from '../activity/record-activity.ts'
import { listAssigned } from '../customizations/queries.ts'
import {
  assignCustomization,
  reorderCustomizations,
  setRequired,
  unassignCustomization,
} from '../customizations/save-customization.ts'
import { route } from '../platform/http/route.ts'
import { sendCsv } from '../platform/http/send-file.ts'
import {
  createProduct,
  deleteProduct,
  exportProducts,
  getProduct,
  listProducts,
  updateProduct,
} from './product-records.ts'

export function productRoutes(app: FastifyInstance) {
  const { products } = api
  route(app, products.list, async (ctx, { page, query }) => listProducts(ctx, page, query))
  route(app, products.export, async (ctx, { query, reply }) => {
    await recordExport(ctx, 'Products')
    const { columns, rows } = exportProducts(ctx, query)
    return sendCsv(reply, 'Products', columns, rows)
  })
  route(app, products.get, async (ctx, { params }) => getProduct(ctx, params.id))
  route(app, products.create, async (ctx, { body, uploads }) => createProduct(ctx, body, uploads))
  route(app, products.update, async (ctx, { params, body, uploads }) =>
    updateProduct(ctx, params.id, body, uploads),
  )
  route(app, products.remove, async (ctx, { params }) => deleteProduct(ctx, params.id))
  route(app, products.customizations, async (ctx, { params }) => listAssigned(ctx, params.id))
  route(app, products.assign, async (ctx, { params, body }) => assignCustomization(ctx, params.id, body))
  route(app, products.setRequired, async (ctx, { params, body }) =>
    setRequired(ctx, params.id, params.customizationId, body.isRequired),
  )
  route(app, products.unassign, async (ctx, { params }) =>
    unassignCustomization(ctx, params.id, params.customizationId),
  )
  route(app, products.reorder, async (ctx, { params, body }) =>
    reorderCustomizations(ctx, params.id, body.customizationIds),
  )
}
