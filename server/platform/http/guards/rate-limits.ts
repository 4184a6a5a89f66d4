import { AppError } from '@trunkshow/contract/errors.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { rateLimits } from '../../db/schema/session.ts'
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
const keyOf = ({ name }: Limit, key: string) => `${name}:${key}`

/**
 * Consumes a point of a key. The counter is in PostgreSQL, so it counts across processes; call this before the work, so
 * that parallel attempts count.
 *
 * @throws AppError too_many, with the seconds to wait, when none is left
 */
export async function consumePoint(ctx: Context, limit: Limit, key: string, message: string) {
  if (!ctx.config.rateLimit) return
  const [taken] = await runQuery<Counter & Record<string, unknown>>(
    ctx,
    sql`
      INSERT INTO ${rateLimits} AS kept (key, points, expire)
      VALUES (${keyOf(limit, key)}, 1, ${nowMs} + ${limit.seconds}::int * 1000::bigint)
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN kept.expire > ${nowMs} THEN kept.points + 1 ELSE 1 END,
        expire = CASE WHEN kept.expire > ${nowMs} THEN kept.expire ELSE excluded.expire END
      RETURNING ${counter}`,
    { prepared: true },
  )
  const { points, retryAfter } = taken!
  if (points > limit.points) throw new AppError('too_many', message, { retryAfter })
}

/**
 * Rejects a key that has no points left, without consuming one.
 *
 * @throws AppError too_many, with the seconds to wait
 */
export async function assertPointsLeft(ctx: Context, limit: Limit, key: string, message: string) {
  if (!ctx.config.rateLimit) return
  const [taken] = await runQuery<Counter & Record<string, unknown>>(
    ctx,
    sql`SELECT ${counter} FROM ${rateLimits} WHERE key = ${keyOf(limit, key)} AND expire > ${nowMs}`,
    { prepared: true },
  )
  if (!taken || taken.points < limit.points) return
  throw new AppError('too_many', message, { retryAfter: taken.retryAfter })
}

/** Refunds a point when the attempt was legitimate. */
export async function refundPoint(ctx: Context, limit: Limit, key: string) {
  if (!ctx.config.rateLimit) return
  await ctx.db.execute(sql`
    UPDATE ${rateLimits} SET points = points - 1 WHERE key = ${keyOf(limit, key)} AND expire > ${nowMs}`)
}
