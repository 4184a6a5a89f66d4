import { api } from '@trunkshow/contract/api.ts'
import { MEGABYTE } from '@trunkshow/contract/images.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { route } from '../platform/http/route.ts'
import { endingOf } from '../platform/http/uploads.ts'
import { assertMayWait, checkInTurn } from './check-in-turn.ts'
import { startImport } from './jobs.ts'
import { getImport, sizeOf } from './queries.ts'

const databaseOf = ({ databaseUrl, databasePooler }: Config) => ({
  databaseUrl: databaseUrl!,
  databasePooler,
})

/** What is sent to the checker at a time; other requests are answered in between. */
const PIECE_BYTES = MEGABYTE / 8

export function importRoutes(app: FastifyInstance) {
  route(
    app,
    api.imports.check,
    async ({ config, actor }, { body }) =>
      checkInTurn(actor.companyId, body.size, body.abortSignal, async (checker) => {
        await checker.run('begin', [], body.abortSignal)
        for await (const piece of body.pieces(PIECE_BYTES))
          await checker.run('receive', [piece], body.abortSignal)
        return checker.run('check', [{ database: databaseOf(config), actor }, body.size], body.abortSignal)
      }),
    { admitFiles: async ({ actor }) => assertMayWait(actor!.companyId) },
  )
  route(app, api.imports.get, async (ctx, { params }) => getImport(ctx, params.id))
  route(app, api.imports.recheck, async (ctx, { params, body, reply }) => {
    const { config, actor } = ctx
    const abortSignal = endingOf(reply)
    return checkInTurn(actor.companyId, await sizeOf(ctx, params.id), abortSignal, (checker) =>
      checker.run('recheck', [{ database: databaseOf(config), actor }, params.id, body], abortSignal),
    )
  })
  route(app, api.imports.start, async (ctx, { params, body }) =>
    startImport(ctx, params.id, body?.importAnyway),
  )
}
