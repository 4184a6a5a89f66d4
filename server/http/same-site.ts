import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyRequest } from 'fastify'

/** Whether a browser says that this request comes from a page of another site. */
function isForeign(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}

/** Refuses state-changing calls that another site's page makes with our visitor's cookies (design §6). */
export async function refuseForeignWrites(request: FastifyRequest) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (isForeign(request))
    throw new AppError('forbidden', 'This call came from another site and was not made.')
}

/**
 * Whether a GET that changes something was meant (design §7.5): our own page's `fetch`, or a plain client that
 * asks for JSON. Not a HEAD, a link opened or prefetched, an image, or another site's page, so that no mail
 * program or scanner changes anything by opening addresses.
 */
export function isDeliberate(request: FastifyRequest): boolean {
  const { headers } = request
  if (request.method !== 'GET' || isForeign(request)) return false
  if (headers['sec-purpose'] || headers.purpose || headers['x-moz'] || headers['x-purpose']) return false
  const [site, dest, mode] = ['site', 'dest', 'mode'].map((name) => headers[`sec-fetch-${name}`])
  const isCall = mode === 'cors' || mode === 'same-origin'
  if (site || dest) return site === 'same-origin' && dest === 'empty' && isCall
  // Node's own fetch is a plain client too, and says its mode.
  return (headers.accept ?? '').includes('application/json') && (isCall || !mode)
}
