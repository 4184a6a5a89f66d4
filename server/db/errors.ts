import { AppError } from '@trunkshow/contract/errors.ts'

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

/** Whether a text holds what no PostgreSQL text can: the character NUL, which nobody types. */
export function isUnstorable(error: unknown): boolean {
  return driverError(error).code === '22021'
}

/** Whether PostgreSQL ended this transaction because it and another waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return driverError(error).code === '40P01'
}

const connectionLost = /terminat|timeout exceeded|ECONNREFUSED|ECONNRESET|EPIPE|Connection ended/i

/** A database that is away or starting becomes 503 with Retry-After; anything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  const { code = '', message = '' } = driverError(error)
  const away = /^(08|57P|53)/.test(code) || connectionLost.test(code) || connectionLost.test(message)
  if (!away) return error
  return new AppError('unavailable', 'The service is busy for a moment. Please try again.', { retryAfter: 2 })
}
