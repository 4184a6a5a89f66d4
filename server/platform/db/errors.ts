import { AppError } from '@trunkshow/contract/errors.ts'
import pg from 'pg'

/** Returns the driver's error, which Drizzle wraps as the cause. */
function driverError(error: unknown): { code?: string; constraint?: string; message?: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return typeof cause === 'object' && cause !== null ? cause : {}
}

/** Whether a statement failed because of this unique index or foreign key. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = driverError(error)
  return (code === '23505' || code === '23503') && name === constraint
}

/** Whether a text contains what PostgreSQL cannot store: NUL or, in JSON, half of a surrogate pair. */
export function isUnstorable(error: unknown): boolean {
  const { code = '', message = '' } = driverError(error)
  return code === '22021' || code === '22P05' || (code === '22P02' && message.endsWith('type json'))
}

/** Whether PostgreSQL rolled back this transaction because of another one, so that it can be retried. */
export function isRetryable(error: unknown): boolean {
  const { code = '' } = driverError(error)
  return code === '40P01' || code === '40001' // deadlock_detected, serialization_failure
}

/** Whether a statement waited for a lock longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return driverError(error).code === '55P03'
}

/** Whether a statement took longer than it may, or waited for a lock that long, while the database itself is up. */
export function isTimeout(error: unknown): boolean {
  return isLockTimeout(error) || driverError(error).code === '57014' // query_canceled
}

/** PostgreSQL: connection, shutdown, resources, a statement or lock timeout, a read-only replica. */
const unavailableStates = /^(08|53|57|58|25006|25P0[34]|55P03)/
/** The network, and the driver, which has messages instead of codes. */
const unavailableCodes = /^(ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const unavailableMessages =
  /^(Connection (terminated|ended)|timeout (exceeded|expired)|Query read timeout|Client .+ is not queryable|Cannot use a pool after)/

/** Whether the database is down, starting, or stuck, so that a later retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = driverError(error)
  if (driverError(error) instanceof pg.DatabaseError) return unavailableStates.test(code)
  return unavailableCodes.test(code) || unavailableMessages.test(message)
}

/** Converts an error of an unavailable database to 503 with Retry-After; returns any other error unchanged. */
export function toUnavailableError(error: unknown): unknown {
  if (!isUnavailable(error)) return error
  return new AppError('unavailable', 'The service is busy for a moment. Please try again.', { retryAfter: 2 })
}
