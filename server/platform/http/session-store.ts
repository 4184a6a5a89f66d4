import { createHash } from 'node:crypto'
import { callbackify } from 'node:util'
import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { FastifyRequest, Session } from 'fastify'
import type { Config } from '../../config.ts'
import type { Actor } from '../../context.ts'
import { sessions, users } from '../db/schema/company.ts'
import { placeholder, selection, statement } from '../db/statement.ts'
import { type Database, inTransaction } from '../db/transaction.ts'
import { inSeconds } from '../jobs/lease.ts'
import { networkOf } from './guards/rate-limits.ts'

declare module 'fastify' {
  interface Session {
    /** Set at login; a session without a user is never stored. */
    userId?: number
    device?: string
    network?: string
    /** Loaded with the session on every request, never written back. */
    actor?: Actor
    /** Whether it is time to write that the user was seen. */
    isStale?: boolean
  }
}

/** How long a session lasts after it was last seen, and how often that time is written. */
export const SESSION_LIFE_MS = 30 * 24 * 3_600_000
const TOUCH_INTERVAL_SECONDS = 60

const MAX_SESSIONS_PER_USER = 20
const MAX_KNOWN_NETWORKS = 20

/** Only the hash of a session id is stored, and of a name that someone typed. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A user as the caller, with their current rights. */
export const actorRow = {
  userId: users.id,
  companyId: users.companyId,
  role: users.role,
  name: users.name,
  username: users.username,
  email: sql<string>`coalesce(${users.email}, '')`,
  coHostOf: sql<number[]>`ARRAY(
    SELECT event_id FROM event_co_hosts WHERE event_co_hosts.user_id = users.id AND event_co_hosts.is_active)`,
}

/** An unexpired session with its user's current rights; a prepared statement, since every staff request runs it. */
const readSession = statement<
  { idHash: string },
  Actor & { device: string; isStale: boolean; expiresAt: Date }
>(
  'read-session',
  sql`
    SELECT ${selection({
      device: sessions.device,
      isStale: sql`${sessions.lastSeenAt} < now() - interval '${sql.raw(String(TOUCH_INTERVAL_SECONDS))} seconds'`,
      expiresAt: sessions.expiresAt,
      ...actorRow,
    })}
    FROM ${sessions} JOIN ${users} ON ${users.id} = ${sessions.userId} AND ${users.isActive}
    WHERE ${sessions.idHash} = ${placeholder('idHash', 'text')} AND ${sessions.expiresAt} > now()`,
)

/** By the database's clock, which all processes share. */
const seenNow = { lastSeenAt: sql`now()`, expiresAt: inSeconds(SESSION_LIFE_MS / 1000) }

/** Stores the sessions of @fastify/session. Touching one only updates it, so that an ended one stays ended. */
export function sessionStore(db: Database) {
  async function read(sessionId: string): Promise<Session | null> {
    const [row] = await readSession({ db }, { idHash: hashOf(sessionId) })
    if (!row) return null
    const { device, isStale, expiresAt, ...actor } = row
    const cookie = { originalMaxAge: SESSION_LIFE_MS, expires: expiresAt }
    return { cookie, userId: actor.userId, device, actor, isStale } as unknown as Session
  }

  /** Stores a new session and drops the user's oldest ones beyond the limit, with the user's row locked. */
  async function begin(
    session: typeof seenNow & { idHash: string; userId: number; device: string },
    network: string,
  ) {
    const { userId } = session
    await inTransaction({ db }, async ({ db }) => {
      await db
        .update(users)
        .set({
          knownNetworks: sql`(${network}::text || array_remove(known_networks, ${network}::text))[1:${sql.raw(String(MAX_KNOWN_NETWORKS))}]`,
        })
        .where(eq(users.id, userId))
      const kept = db
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.idHash))
        .limit(MAX_SESSIONS_PER_USER - 1)
      await db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.idHash, kept)))
      await db.insert(sessions).values(session)
    })
  }

  async function write(sessionId: string, session: Session) {
    const { userId, device = '', network = '', isStale } = session
    if (!userId) return
    const idHash = hashOf(sessionId)
    if (isStale === undefined) await begin({ idHash, userId, device, ...seenNow }, network)
    else if (isStale) await db.update(sessions).set(seenNow).where(eq(sessions.idHash, idHash))
  }

  const destroy = async (sessionId: string) =>
    void (await db.delete(sessions).where(eq(sessions.idHash, hashOf(sessionId))))

  return { get: callbackify(read), set: callbackify(write), destroy: callbackify(destroy) }
}

/** Logs a user in with a new session id, which prevents session fixation (docs/product.md, Sessions). */
export async function startSession(request: FastifyRequest, userId: number) {
  await request.session.regenerate()
  request.session.userId = userId
  request.session.network = networkOf(request.ctx.config, request.ctx.address)
  request.session.device = (request.headers['user-agent'] ?? '').slice(0, 300)
}

type PublicUrl = Pick<Config, 'publicUrl'>

/** Whether browsers reach the app by https, and may keep cookies for https alone. */
export const isSecure = ({ publicUrl }: PublicUrl): boolean => publicUrl.startsWith('https:')

/** The name under which a browser keeps a cookie. Behind https, no other host can plant it (decision 065). */
export const cookieName = (config: PublicUrl, name: string): string =>
  isSecure(config) ? `__Host-${name}` : name

/** What every cookie of the app is set and removed with: browsers refuse the prefix without it. */
export const cookieOptions = (config: PublicUrl) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) }) as const
