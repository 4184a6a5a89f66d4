import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE_NAME = 'changed'

/**
 * How long a guest's own change bypasses shared pages and the replica, in milliseconds: as long as any page is shared,
 * and as a replica may be behind.
 */
const LIFE_MS = 3000

/**
 * Sets a signed cookie on a browser that just booked, rescheduled, or canceled, so that it gets fresh pages: shared ones
 * may be a second or two old (decision 033).
 */
export function rememberChange(reply: FastifyReply) {
  reply.setCookie(COOKIE_NAME, String(Date.now() + LIFE_MS), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    secure: reply.request.ctx.config.publicUrl.startsWith('https:'),
    maxAge: LIFE_MS / 1000,
  })
}

/** Whether this browser just changed something. */
export function hasJustChanged(request: FastifyRequest): boolean {
  const cookie = request.cookies[COOKIE_NAME]
  const { valid, value } = cookie ? request.unsignCookie(cookie) : { valid: false, value: null }
  return valid && Number(value) > Date.now()
}
