import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { isOwnOrigin } from './hosts.ts'

/** Whether the request comes from a page of another site. */
function isForeign(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  return origin !== undefined && !isOwnOrigin(origin, config, request)
}

/** Rejects state-changing requests from another site's page, which would carry the user's cookies (CSRF). */
export function refuseForeignWrites(config: Config) {
  return async (request: FastifyRequest) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    if (isForeign(request, config))
      throw new AppError('forbidden', 'This call came from another site and was not made.')
  }
}

/**
 * Whether a GET that changes something is intended: our page's `fetch` or a client that asks for JSON. Email programs
 * and scanners open links, prefetch, and send HEAD requests, which must not change anything.
 */
export function isDeliberate(request: FastifyRequest): boolean {
  const { headers } = request
  if (request.method !== 'GET' || isForeign(request, request.ctx.config)) return false
  if (headers['sec-purpose'] || headers.purpose || headers['x-moz'] || headers['x-purpose']) return false
  const [site, dest, mode] = ['site', 'dest', 'mode'].map((name) => headers[`sec-fetch-${name}`])
  const isCall = mode === 'cors' || mode === 'same-origin'
  if (site || dest) return site === 'same-origin' && dest === 'empty' && isCall
  // Node's fetch is a plain client too, but sends its mode.
  return (headers.accept ?? '').includes('application/json') && (isCall || !mode)
}
