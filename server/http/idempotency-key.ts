import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyRequest } from 'fastify'

/** Returns a request's Idempotency-Key, or null without one. @throws AppError invalid when it is too long */
export function readKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > 200) throw new AppError('invalid', 'The Idempotency-Key must be 200 characters or less.')
  return key
}
