import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'changed'

/** For how long a guest's own change shows on every page at once, milliseconds: longer than any page is shared. */
const LIFE = 2000

/**
 * Lets this browser, which has just booked, moved or canceled, see pages made after that: those that others share may
 * be a second or two old (decision 033). Signed, so that only a change gets one.
 */
export function rememberChange(reply: FastifyReply) {
  reply.setCookie(NAME, String(Date.now() + LIFE), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    secure: reply.request.ctx.config.publicUrl.startsWith('https:'),
    maxAge: LIFE / 1000,
  })
}

/** Whether this browser has just changed something. */
export function hasJustChanged(request: FastifyRequest): boolean {
  const cookie = request.cookies[NAME]
  const { valid, value } = cookie ? request.unsignCookie(cookie) : { valid: false, value: null }
  return valid && Number(value) > Date.now()
}
