import { AppError } from '@trunkshow/contract/errors.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Context } from '../../context.ts'

const TABLE = 'rate_limits'

export interface Limit {
  /** Word that keeps the counters of different limits apart. */
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
 * Takes one of the points a key has left; the counter is in PostgreSQL, so it holds across processes, and it
 * is taken before the work, so parallel tries cannot slip past.
 *
 * @throws AppError too_many, with the seconds to wait, when none is left
 */
export async function takePoint(ctx: Context, limit: Limit, key: string, message: string) {
  if (!ctx.config.rateLimit) return
  try {
    await limiter(ctx, limit).consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    throw new AppError('too_many', message, { retryAfter: refused.msBeforeNext / 1000 })
  }
}

/**
 * Refuses a key that has no point left, and takes none.
 *
 * @throws AppError too_many, with the seconds to wait
 */
export async function assertPointsLeft(ctx: Context, limit: Limit, key: string, message: string) {
  const taken = ctx.config.rateLimit ? await limiter(ctx, limit).get(key) : null
  if (!taken || taken.consumedPoints < limit.points) return
  throw new AppError('too_many', message, { retryAfter: taken.msBeforeNext / 1000 })
}

/** Gives a point back, where the try turned out to be a good one. */
export async function givePointBack(ctx: Context, limit: Limit, key: string) {
  if (ctx.config.rateLimit) await limiter(ctx, limit).reward(key)
}
