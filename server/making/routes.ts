import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { changeStage } from '../orders/making/change-stage.ts'
import { readBoard } from '../orders/making/list-board.ts'
import { findDayToPromise, findMaking } from '../orders/making/queries.ts'
import { saveMaking } from '../orders/making/save-stages.ts'
import { route } from '../platform/http/route.ts'

export function makingRoutes(app: FastifyInstance) {
  const { making } = api
  route(app, making.get, async (ctx) => findMaking(ctx))
  route(app, making.save, async (ctx, { body }) => saveMaking(ctx, body))
  route(app, making.board, async (ctx, { query }) => readBoard(ctx, query))
  route(app, making.promise, async (ctx) => ({ promisedOn: await findDayToPromise(ctx) }))
  route(app, making.move, async (ctx, { params, body }) => changeStage(ctx, params.id, body))
}
