import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isLink, readLinkId, signLink } from './tokens.ts'

const PREFIX = 'grant-'

/** How long a page that was opened before its event became private can still be used to book. */
const PAGE_LIFE_MS = 24 * 3_600_000
/** How long a browser that opened a private event can return to it by its number. */
const BROWSER_LIFE_MS = 30 * 24 * 3_600_000

/** An event as far as grants know it: `linkVersion` rises as its link changes. */
interface Granted {
  id: number
  linkVersion: number
}

/** What a context holds of an event its caller was let into: `12.3` is event 12 by its link of version 3. */
export const grantOf = ({ id, linkVersion }: Granted) => `${id}.${linkVersion}`

/**
 * Proof that its holder could open this event, so may use it by its number too, until its link changes (decision 032).
 *
 * @param life how long it is good for, milliseconds
 */
export function makeGrant(config: Config, { id, linkVersion }: Granted, life = PAGE_LIFE_MS): string {
  const sequence = `${Math.floor((Date.now() + life) / 1000)}.${linkVersion}`
  return `${sequence}.${signLink(config, 'event', id, sequence)}`
}

/** What this browser was let into, as `grantOf` writes it: by cookie, by the header of a call, or by a form's field. */
export function readGrants(config: Config, request: FastifyRequest): string[] {
  const cookies = Object.entries(request.cookies).filter(([name]) => name.startsWith(PREFIX))
  const sent = [...cookies.map(([, value]) => value), request.headers['x-booking-grant']]
  return sent.flatMap((grant) => readGrant(config, grant))
}

/** The one event and link version a grant names, as `grantOf` writes it; none when it was not made here or has expired. */
export function readGrant(config: Config, grant: unknown): string[] {
  const [, expires, version, link] =
    /^(\d{1,11})\.(\d{1,9})\.(.+)$/.exec(typeof grant === 'string' ? grant : '') ?? []
  const id = link ? readLinkId(link) : null
  if (!link || id === null || Number(expires) * 1000 <= Date.now()) return []
  return isLink(config, 'event', id, `${expires}.${version}`, link) ? [`${id}.${version}`] : []
}

/** Lets this browser use a private event by its number from now on, until its link changes. */
export function rememberGrant(config: Config, reply: FastifyReply, event: Granted) {
  reply.setCookie(PREFIX + event.id, makeGrant(config, event, BROWSER_LIFE_MS), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: BROWSER_LIFE_MS / 1000,
  })
}
