import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { cookieName, cookieOptions } from './session-store.ts'
import { readSignedId, signId } from './tokens.ts'

const COOKIE_PREFIX = 'grant-'

/** How long a page opened before its event became private can still book. */
const PAGE_LIFE_MS = 24 * 3_600_000
/** How long a browser that opened a private event can return to it by its id. */
const BROWSER_LIFE_MS = 30 * 24 * 3_600_000

/** What a grant covers: `linkVersion` rises when the event's link changes. */
interface Granted {
  id: number
  linkVersion: number
}

/** Returns a grant as contexts hold it: `12.3` is event 12 through version 3 of its link. */
export const grantOf = ({ id, linkVersion }: Granted) => `${id}.${linkVersion}`

/**
 * Signs proof that its holder could open this event, so may use it by its id too, until its link changes (decision 032).
 *
 * @param life how long it is valid, in milliseconds
 */
export function makeGrant(config: Config, { id, linkVersion }: Granted, life = PAGE_LIFE_MS): string {
  const sequence = `${Math.floor((Date.now() + life) / 1000)}.${linkVersion}`
  return `${sequence}.${signId(config, 'event', id, sequence)}`
}

/** Returns a browser's grants from its cookies and its header, in the form of `grantOf`. */
export function readGrants(config: Config, request: FastifyRequest): string[] {
  const prefix = cookieName(config, COOKIE_PREFIX)
  const cookies = Object.entries(request.cookies).filter(([name]) => name.startsWith(prefix))
  const sent = [...cookies.map(([, value]) => value), request.headers['x-booking-grant']]
  return sent.flatMap((grant) => readGrant(config, grant))
}

/** Returns a grant in the form of `grantOf`; none for a wrong signature or an expired one. */
export function readGrant(config: Config, grant: unknown): string[] {
  const [, expires, version, link = ''] =
    /^(\d{1,11})\.(\d{1,9})\.(.+)$/.exec(typeof grant === 'string' ? grant : '') ?? []
  const id = readSignedId(config, 'event', link, `${expires}.${version}`)
  return id && Number(expires) * 1000 > Date.now() ? [`${id}.${version}`] : []
}

/** Sets a cookie that lets this browser use a private event by its id, until its link changes. */
export function rememberGrant(config: Config, reply: FastifyReply, event: Granted) {
  const name = cookieName(config, COOKIE_PREFIX + event.id)
  const grant = makeGrant(config, event, BROWSER_LIFE_MS)
  reply.setCookie(name, grant, { ...cookieOptions(config), maxAge: BROWSER_LIFE_MS / 1000 })
}
