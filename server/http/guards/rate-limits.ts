import { AppError } from '@trunkshow/contract/errors.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Context } from '../../context.ts'

const TABLE = 'rate_limits'

export interface Limit {
  /** Separates the counters of different limits. */
  name: string
  /** How many within `seconds`. */
  points: number
  seconds: number
}

function limiter(ctx: Context, { name, points, seconds }: Limit) {
  return new RateLimiterPostgres({
    storeClient: ctx.db.$client,
    storeType: 'client',
    tableName: TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  })
}

/**
 * Consumes a point of a key. The counter is in PostgreSQL, so it counts across processes; call this before the work, so
 * that parallel attempts count.
 *
 * @throws AppError too_many, with the seconds to wait, when none is left
 */
export async function consumePoint(ctx: Context, limit: Limit, key: string, message: string) {
  if (!ctx.config.rateLimit) return
  try {
    await limiter(ctx, limit).consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    throw new AppError('too_many', message, { retryAfter: refused.msBeforeNext / 1000 })
  }
}

/**
 * Rejects a key that has no points left, without consuming one.
 *
 * @throws AppError too_many, with the seconds to wait
 */
export async function assertPointsLeft(ctx: Context, limit: Limit, key: string, message: string) {
  const taken = ctx.config.rateLimit ? await limiter(ctx, limit).get(key) : null
  if (!taken || taken.consumedPoints < limit.points) return
  throw new AppError('too_many', message, { retryAfter: taken.msBeforeNext / 1000 })
}

/** Refunds a point when the attempt was legitimate. */
export async function refundPoint(ctx: Context, limit: Limit, key: string) {
  if (ctx.config.rateLimit) await limiter(ctx, limit).reward(key)
}
