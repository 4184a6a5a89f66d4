import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { hourlyNetworkLimit } from '@trunkshow/contract/bookings/rules.ts'
import { tooMany } from '@trunkshow/contract/errors.ts'
import { sql } from 'drizzle-orm'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { rateLimits as counters } from '../../db/schema/company.ts'
import { runQuery } from '../../db/statement.ts'

export interface Limit {
  /** Separates the counters of different limits. */
  name: string
  /** How many within `seconds`. */
  points: number
  seconds: number
}

interface Counter {
  points: number
  /** Seconds until it starts again. */
  retryAfter: number
}

/** The database's clock, which all processes share: one that is set back must not make a limit last longer. */
const nowMs = sql`(extract(epoch FROM now()) * 1000)::bigint`
const counter = sql`points, (expire - ${nowMs})::float8 / 1000 AS "retryAfter"`
const keyOf = ({ name }: Limit, key: string | number) => `${name}:${key}`

/**
 * Consumes a point of a key, counted across processes. Call it before the work, so that parallel attempts count.
 *
 * @throws AppError too_many, with the seconds to wait, when none is left
 */
export async function consumePoint(
  ctx: Pick<Context, 'config' | 'db'>,
  limit: Limit,
  key: string | number,
  message: string,
) {
  if (!ctx.config.rateLimit) return
  const [taken] = await runQuery<Counter & Record<string, unknown>>(
    ctx,
    sql`
      INSERT INTO ${counters} AS kept (key, points, expire)
      VALUES (${keyOf(limit, key)}, 1, ${nowMs} + ${limit.seconds}::int * 1000::bigint)
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN kept.expire > ${nowMs} THEN kept.points + 1 ELSE 1 END,
        expire = CASE WHEN kept.expire > ${nowMs} THEN kept.expire ELSE excluded.expire END
      RETURNING ${counter}`,
  )
  if (taken!.points > limit.points) throw tooMany(message, taken!.retryAfter)
}

/** Consumes no point. @throws AppError too_many, with the seconds to wait, when the key has none left */
export async function assertPointsLeft(ctx: Context, limit: Limit, key: string | number, message: string) {
  if (!ctx.config.rateLimit) return
  const [taken] = await runQuery<Counter & Record<string, unknown>>(
    ctx,
    sql`SELECT ${counter} FROM ${counters} WHERE key = ${keyOf(limit, key)} AND expire > ${nowMs}`,
  )
  if (taken && taken.points >= limit.points) throw tooMany(message, taken.retryAfter)
}

/** Refunds a point when the attempt was legitimate. */
export async function refundPoint(ctx: Context, limit: Limit, key: string | number) {
  if (!ctx.config.rateLimit) return
  await ctx.db.execute(sql`
    UPDATE ${counters} SET points = points - 1 WHERE key = ${keyOf(limit, key)} AND expire > ${nowMs}`)
}

const QUARTER_HOUR = 15 * 60
const HOUR = 3600
const DAY = 24 * HOUR

/** `points` within `seconds`; more get 429. Where anyone types any address, emails count (decisions 027, 028, 032). */
export const rateLimits = {
  failedLogInsOfNetwork: { name: 'login-network', points: 50, seconds: QUARTER_HOUR },
  failedLogInsOfAccountAndNetwork: { name: 'login-account-network', points: 10, seconds: QUARTER_HOUR },
  failedLogInsOfAccount: { name: 'login-account', points: 100, seconds: QUARTER_HOUR },
  /** Successful logins are limited too, since each costs a password check and a session. */
  logInsOfAccount: { name: 'logins-account', points: 30, seconds: QUARTER_HOUR },
  logInsOfNetwork: { name: 'logins-network', points: 300, seconds: QUARTER_HOUR },
  registrationsOfNetwork: { name: 'register-address', points: 20, seconds: HOUR },
  passwordResetsOfNetwork: { name: 'forgot-network', points: 20, seconds: HOUR },
  passwordResetsOfEmail: { name: 'forgot-address', points: 5, seconds: HOUR },
  passwordChecksOfUser: { name: 'change-password', points: 10, seconds: QUARTER_HOUR },
  emailConfirmationsOfUser: { name: 'confirmations', points: 5, seconds: DAY },
  contactConfirmationsOfCompany: { name: 'contact-confirmations', points: 10, seconds: DAY },
  invitationsOfCompany: { name: 'invitations', points: 50, seconds: DAY },
  coHostInvitationsOfCompany: { name: 'co-host-invitations', points: 50, seconds: DAY },
  /** More wrong links than guests follow, but too few to guess a private one. */
  wrongLinksOfNetwork: { name: 'wrong-link', points: 60, seconds: HOUR },
  /** Calendar programs read a feed every few minutes at most; each read lists all its bookings. */
  readsOfCalendar: { name: 'calendar', points: 120, seconds: HOUR },
  /** Bookings with photos, counted before a photo is read, since they take disk space and the decoder's time. */
  photoBookingsOfNetwork: { name: 'guest-photos', points: 30, seconds: 600 },
  paymentLinksOfCompany: { name: 'payment-links', points: 500, seconds: HOUR },
  /** Each may make a Checkout Session. */
  paymentsOfNetwork: { name: 'payments', points: 30, seconds: 600 },
  answersOfNetwork: { name: 'answers', points: 30, seconds: 600 },
  codesOfOrder: { name: 'codes', points: 5, seconds: HOUR },
} as const satisfies Record<string, Limit>

/** How many bookings, canceled ones included, are accepted in a time span; more get 429 (decisions 008 and 031). */
export const bookingLimits = {
  perNetwork: { count: 60, seconds: 600 },
  /** Spots per network and event. */
  perEvent: { ...hourlyNetworkLimit, seconds: HOUR },
  /** The same share, by the day: for guests who add people to a booking. */
  perEventForMore: { ...hourlyNetworkLimit, seconds: DAY },
  /** Replaces both for staff, for networks staff logged in from, and for everyone when the host turned off the limit. */
  trusted: { count: 600, seconds: HOUR },
  perAttendee: { count: 10, seconds: DAY },
} as const

/** Returns the /64 prefix of an IPv6 address: what a provider assigns to one household or store. */
function prefixOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array(8 - groups.length - last.length).fill('0')
  return [...groups, ...zeros, ...last].slice(0, 4).join(':')
}

/** Returns a keyed hash of a network, which limits count by: an IPv4 address, or the /64 of an IPv6 one. */
export function networkOf(config: Config, address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  const network = isIPv6(plain) ? prefixOf(plain) : plain
  return createHmac('sha256', config.appSecret).update(`network:${network}`).digest('hex').slice(0, 16)
}
