import { createHash } from 'node:crypto'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyRequest } from 'fastify'

/** How keys begin that the server gives to imported bookings, so that no request can claim one. */
export const RESERVED_KEYS = 'import:'

/** Checks a key that a request sends; null without one. @throws AppError invalid when it is too long or reserved */
export function checkKey(key: unknown): string | null {
  if (typeof key !== 'string' || key === '') return null
  if (key.length > 200) throw new AppError('invalid', 'The Idempotency-Key must be 200 characters or less.')
  if (key.startsWith(RESERVED_KEYS)) throw new AppError('invalid', 'This Idempotency-Key is reserved.')
  return key
}

/** Hashes what a request sent, by which a repeat is told from another request with the same key. */
export const hashRequest = (sent: unknown): string =>
  createHash('sha256').update(JSON.stringify(sent)).digest('hex')

/** Returns a request's Idempotency-Key, as `checkKey`. */
export const readKey = ({ headers }: FastifyRequest) => checkKey(headers['idempotency-key'])
