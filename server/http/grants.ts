import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { SESSION_LIFE } from './session-store.ts'
import { isLink, readLinkId, signLink } from './tokens.ts'

const PREFIX = 'grant-'

/** How long a page can be finished with that was opened before its event was made private, milliseconds. */
const PAGE_LIFE = 24 * 60 * 60 * 1000

/**
 * Proof that its holder could open this event, so may use it by its number too.
 *
 * @param life how long it is good for, milliseconds
 */
export function makeGrant(config: Config, eventId: number, life = PAGE_LIFE): string {
  const expires = Math.floor((Date.now() + life) / 1000)
  return `${expires}.${signLink(config, 'event', eventId, expires)}`
}

/** The private events this browser was let into: by cookie, by the header of a call, or by a form's field. */
export function readGrants(config: Config, request: FastifyRequest): number[] {
  const cookies = Object.entries(request.cookies).filter(([name]) => name.startsWith(PREFIX))
  const sent = [...cookies.map(([, value]) => value), request.headers['x-booking-grant']]
  return sent.flatMap((grant) => readGrant(config, grant))
}

/** The one event a grant names, or none when it was not made here or has expired. */
export function readGrant(config: Config, grant: unknown): number[] {
  const [, expires, link] = /^(\d{1,11})\.(.+)$/.exec(typeof grant === 'string' ? grant : '') ?? []
  const id = link ? readLinkId(link) : null
  if (!link || id === null || Number(expires) * 1000 <= Date.now()) return []
  return isLink(config, 'event', id, Number(expires), link) ? [id] : []
}

/** Lets this browser use a private event by its number from now on. */
export function rememberGrant(config: Config, reply: FastifyReply, eventId: number) {
  reply.setCookie(PREFIX + eventId, makeGrant(config, eventId, SESSION_LIFE), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: SESSION_LIFE / 1000,
  })
}
