import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { cookieName, cookieOptions } from '../session-store.ts'

/**
 * Reads what a public page shows, on the replica if there is one: it may be a second old. Staff, and guests who are
 * changing something or just did, read on the primary, as does everyone while the replica lags or fails (decision 046).
 *
 * @param read only reads, since it may run twice
 */
export async function readPublic<Result>(request: FastifyRequest, read: (ctx: Context) => Promise<Result>) {
  const { ctx, server, method } = request
  const mayBeOld = method === 'GET' && !ctx.actor && !hasJustChanged(request)
  const db = mayBeOld ? server.replica?.findFresh() : undefined
  return db ? read({ ...ctx, db }).catch(() => read(ctx)) : read(ctx)
}

const COOKIE_NAME = 'changed'

/** How long a guest's own change bypasses shared pages and the replica, in milliseconds. */
const LIFE_MS = 3000

/** Sets a signed cookie on a browser that just changed something, so that it gets fresh pages (decision 033). */
export function rememberChange(reply: FastifyReply) {
  const { config } = reply.request.ctx
  reply.setCookie(cookieName(config, COOKIE_NAME), String(Date.now() + LIFE_MS), {
    ...cookieOptions(config),
    signed: true,
    maxAge: LIFE_MS / 1000,
  })
}

/** Whether this browser just changed something. */
export function hasJustChanged(request: FastifyRequest): boolean {
  const cookie = request.cookies[cookieName(request.ctx.config, COOKIE_NAME)]
  const { valid, value } = cookie ? request.unsignCookie(cookie) : { valid: false, value: null }
  return valid && Number(value) > Date.now()
}
