import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { Replica } from '../../db/replica.ts'
import { hasJustChanged } from './just-changed.ts'

declare module 'fastify' {
  interface FastifyInstance {
    replica: Replica | undefined
  }
}

/**
 * Reads what a public page shows, on the replica if there is one: it may be a second old. Staff, and guests who are
 * changing something or just did, read on the primary, as does everyone while the replica lags or fails (decision 046).
 *
 * @param read only reads, since it may run twice
 */
export async function readPublic<Result>(
  request: FastifyRequest,
  read: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const { ctx, server, method } = request
  const mayBeOld = method === 'GET' && !ctx.actor && !hasJustChanged(request)
  const db = mayBeOld ? server.replica?.findFresh() : undefined
  return db ? read({ ...ctx, db }).catch(() => read(ctx)) : read(ctx)
}
