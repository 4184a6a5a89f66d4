import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isOwnOrigin } from './hosts.ts'

/** Whether a browser says that this request comes from a page of another site. */
function isForeign(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  return origin !== undefined && !isOwnOrigin(origin, config, request)
}

/** Refuses state-changing calls that another site's page makes with our visitor's cookies. */
export function refuseForeignWrites(config: Config) {
  return async (request: FastifyRequest) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    if (isForeign(request, config))
      throw new AppError('forbidden', 'This call came from another site and was not made.')
  }
}

/**
 * Whether a GET that changes something was meant: our own page's `fetch`, or a plain client that
 * asks for JSON. Not a HEAD, a link opened or prefetched, an image, or another site's page, so that no mail
 * program or scanner changes anything by opening addresses.
 */
export function isDeliberate(request: FastifyRequest): boolean {
  const { headers } = request
  if (request.method !== 'GET' || isForeign(request, request.ctx.config)) return false
  if (headers['sec-purpose'] || headers.purpose || headers['x-moz'] || headers['x-purpose']) return false
  const [site, dest, mode] = ['site', 'dest', 'mode'].map((name) => headers[`sec-fetch-${name}`])
  const isCall = mode === 'cors' || mode === 'same-origin'
  if (site || dest) return site === 'same-origin' && dest === 'empty' && isCall
  // Node's own fetch is a plain client too, and says its mode.
  return (headers.accept ?? '').includes('application/json') && (isCall || !mode)
}
