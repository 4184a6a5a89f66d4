import type { IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route answers under every host, as for a load balancer that knows the server by its number. */
    anyHost?: boolean
  }
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

const notOurs =
  'This address isn’t set up: set PUBLIC_URL to the one people open, such as http://192.168.1.5:3000, and restart the server.'

/**
 * Refuses what is asked under another name than PUBLIC_URL's or this machine's own. A stranger who points their domain
 * here could otherwise have a visitor's browser read our pages for them, from inside a network that they are not in
 * (DNS rebinding). The port does not count, since a proxy may leave it out. Behind a trusted proxy, the name is the one
 * that the proxy was asked under.
 */
export function refuseForeignHosts({ publicUrl }: Config) {
  const names = new Set([new URL(publicUrl).hostname, ...loopback])
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.config.anyHost) return
    if (hostCount(request.raw) < 2 && names.has(nameOf(request.host))) return
    const refusal = new AppError('misdirected', notOurs)
    if (request.url.startsWith('/api/')) throw refusal
    // Not a page: it would link to the address that strangers are not told.
    return reply.code(refusal.status).type('text/plain; charset=utf-8').send(refusal.message)
  }
}

/**
 * What to do where others on the network may connect and would be refused, as a sentence for the operator; undefined
 * where nothing is to be done.
 */
export function hintForOthers({ host, port, publicUrl }: Config): string | undefined {
  if (loopback.includes(host) || !loopback.includes(new URL(publicUrl).hostname)) return undefined
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const own = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address
  return `Other computers are refused until PUBLIC_URL is the address they open, such as http://${own ?? '192.168.1.5'}:${port}`
}

/**
 * Whether a page's origin is our own. On this machine a page may be opened by any port, as through a container's, and
 * then calls the one it came from.
 */
export function isOwnOrigin(origin: string, { publicUrl }: Config, request: FastifyRequest): boolean {
  if (origin === publicUrl) return true
  const { host, hostname } = URL.canParse(origin) ? new URL(origin) : { host: '', hostname: '' }
  return loopback.includes(hostname) && host === request.host.toLowerCase()
}

/** Puts a request that names the whole address, as a proxy's may, under the host of that, which counts (RFC 9112, 3.2.2). */
export function readTarget(request: IncomingMessage): string {
  const { url = '/' } = request
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  request.headers.host = host
  return pathname + search
}

/** How often the header came: which of several a proxy in front believed, nobody knows. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d{1,5}$/, '')
}
