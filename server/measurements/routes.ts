import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { addMeasuring } from './add-measuring.ts'
import { listMeasurings, listSets } from './queries.ts'
import { createSet, deleteSet, updateSet } from './save-set.ts'

export function measurementRoutes(app: FastifyInstance) {
  const { measurements } = api
  route(app, measurements.sets, async (ctx) => listSets(ctx))
  route(app, measurements.createSet, async (ctx, { body, uploads }) => createSet(ctx, body, uploads))
  route(app, measurements.updateSet, async (ctx, { params, body, uploads }) =>
    updateSet(ctx, params.id, body, uploads),
  )
  route(app, measurements.removeSet, async (ctx, { params }) => deleteSet(ctx, params.id))
  route(app, measurements.list, async (ctx, { params }) => listMeasurings(ctx, params.id))
  route(app, measurements.add, async (ctx, { params, body }) => addMeasuring(ctx, params.id, body))
}
