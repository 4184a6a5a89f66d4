import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { readHome } from './queries.ts'

export function homeRoutes(app: FastifyInstance) {
  route(app, api.home.get, async (ctx) => readHome(ctx))
}
