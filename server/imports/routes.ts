import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import { checkImport, recheckImport } from './check-import.ts'
import { getImport } from './queries.ts'
import { startImport } from './start-import.ts'

export function importRoutes(app: FastifyInstance) {
  route(app, api.imports.check, async (ctx, { body }) => checkImport(ctx, body))
  route(app, api.imports.get, async (ctx, { params }) => getImport(ctx, params.id))
  route(app, api.imports.recheck, async (ctx, { params, body }) => recheckImport(ctx, params.id, body))
  route(app, api.imports.start, async (ctx, { params, body }) =>
    startImport(ctx, params.id, body?.importSameName),
  )
}
