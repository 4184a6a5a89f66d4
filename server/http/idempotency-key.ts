import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyRequest } from 'fastify'

/** How keys begin that the server gives to imported bookings, so that no request can claim one. */
export const RESERVED_KEYS = 'import:'

/** Returns a request's Idempotency-Key, or null without one. @throws AppError invalid when it is too long or reserved */
export function readKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > 200) throw new AppError('invalid', 'The Idempotency-Key must be 200 characters or less.')
  if (key.startsWith(RESERVED_KEYS)) throw new AppError('invalid', 'This Idempotency-Key is reserved.')
  return key
}
