import { AppError } from '@trunkshow/contract/errors.ts'
import pg from 'pg'

/** Drizzle wraps what the driver threw; the driver's own error is the cause. */
function driverError(error: unknown): { code?: string; constraint?: string; message?: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return typeof cause === 'object' && cause !== null ? cause : {}
}

/** Whether a statement failed because of this unique index or foreign key. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = driverError(error)
  return (code === '23505' || code === '23503') && name === constraint
}

/**
 * Whether a text holds what no PostgreSQL text can, which nobody types: the character NUL or, within JSON, that or
 * half of a character that takes two.
 */
export function isUnstorable(error: unknown): boolean {
  const { code = '', message = '' } = driverError(error)
  return code === '22021' || code === '22P05' || (code === '22P02' && message.endsWith('type json'))
}

/** Whether PostgreSQL ended this transaction for the sake of another one, so that it may simply run again. */
export function mayRunAgain(error: unknown): boolean {
  const { code = '' } = driverError(error)
  return code === '40P01' || code === '40001' // deadlock_detected, serialization_failure
}

/** Of PostgreSQL: connection, shutdown, resources, a statement or lock that took too long, a server become replica. */
const awayStates = /^(08|53|57|58|25006|25P0[34]|55P03)/
/** Of the network, and of the driver, which has sentences in place of codes. */
const awayCodes = /^(ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const awaySentences =
  /^(Connection (terminated|ended)|timeout (exceeded|expired)|Query read timeout|Client .+ is not queryable|Cannot use a pool after)/

/** Whether the database is away, starting or stuck, so that the same may well succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = driverError(error)
  if (driverError(error) instanceof pg.DatabaseError) return awayStates.test(code)
  return awayCodes.test(code) || awaySentences.test(message)
}

/** A database that is away or starting becomes 503 with Retry-After; anything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  if (!isUnavailable(error)) return error
  return new AppError('unavailable', 'The service is busy for a moment. Please try again.', { retryAfter: 2 })
}
