import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { SESSION_LIFE } from './session-store.ts'
import { readSignedId, signId } from './tokens.ts'

const PREFIX = 'grant-'

/** Proof that its holder opened this event by its slug, so may use it by its number too (design §7.2). */
export function makeGrant(config: Config, eventId: number): string {
  return signId(config, 'event', eventId)
}

/** The private events this browser was let into: by cookie, by the header of a call, or by a form's field. */
export function readGrants(config: Config, request: FastifyRequest): number[] {
  const cookies = Object.entries(request.cookies).filter(([name]) => name.startsWith(PREFIX))
  const sent = [...cookies.map(([, value]) => value), request.headers['x-booking-grant']]
  return sent.flatMap((grant) => readGrant(config, grant))
}

/** The one event a grant names, or none when it was not made here. */
export function readGrant(config: Config, grant: unknown): number[] {
  const id = typeof grant === 'string' ? readSignedId(config, 'event', grant) : null
  return id === null ? [] : [id]
}

/** Lets this browser use a private event by its number from now on. */
export function rememberGrant(config: Config, reply: FastifyReply, eventId: number) {
  reply.setCookie(PREFIX + eventId, makeGrant(config, eventId), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: SESSION_LIFE / 1000,
  })
}
