import type { IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

const UNKNOWN_HOST =
  'This address isn’t set up: set PUBLIC_URL to the one people open, such as http://192.168.1.5:3000, and restart the server.'

/**
 * Rejects requests for any host but PUBLIC_URL's and this machine's own, to prevent DNS rebinding. The port is ignored,
 * since proxies may omit it. Behind a trusted proxy, the host is the one sent to the proxy.
 */
export function refuseForeignHosts({ publicUrl }: Config) {
  const names = new Set([new URL(publicUrl).hostname, ...loopback])
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.config.anyHost) return
    const name = request.host.toLowerCase().replace(/:\d{1,5}$/, '')
    if (hostCount(request.raw) < 2 && names.has(name)) return
    const refusal = new AppError('misdirected', UNKNOWN_HOST)
    if (request.url.startsWith('/api/')) throw refusal
    // Plain text, since a page would link to the address that strangers must not learn.
    return reply.code(refusal.status).type('text/plain; charset=utf-8').send(refusal.message)
  }
}

/** Returns what the operator should do when others on the network could connect but would be rejected, if so. */
export function findNetworkHint({ host, port, publicUrl }: Config): string | undefined {
  if (loopback.includes(host) || !loopback.includes(new URL(publicUrl).hostname)) return undefined
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const own = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address
  return `Other computers are refused until PUBLIC_URL is the address they open, such as http://${own ?? '192.168.1.5'}:${port}`
}

/** Whether an origin is our own. A page on this machine may call the port it was opened on, such as a container's. */
function isOwnOrigin(origin: string, { publicUrl }: Config, request: FastifyRequest): boolean {
  if (origin === publicUrl) return true
  const { host, hostname } = URL.canParse(origin) ? new URL(origin) : { host: '', hostname: '' }
  return loopback.includes(hostname) && host === request.host.toLowerCase()
}

/** Returns the path of a request line with an absolute URL, and uses that URL's host (RFC 9112, 3.2.2). */
export function readTarget(request: IncomingMessage): string {
  const { url = '/' } = request
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  request.headers.host = host
  return pathname + search
}

/** Counts Host headers: with several, it is unclear which one a proxy trusted. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
}

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

/** Whether a GET that changes something is our page's `fetch` or a client's call, not a scanner that opens links. */
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
