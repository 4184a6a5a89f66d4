import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { httpDuration, httpRequests } from '../metrics/registry.ts'

/** Returns a function that names a request: by the proxy's X-Request-Id if that is plain, else by 48 random bits. */
export function makeRequestId({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return ({ headers }: IncomingMessage): string => {
    const given = headers['x-request-id']
    if (trustProxy !== false && typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)) return given
    return randomUUID().slice(-12)
  }
}

/** Returns a hook that counts and logs each finished request by its route's pattern: a URL may contain a token. */
export function reportRequest({ logFormat }: Pick<Config, 'logFormat'>) {
  const level = logFormat === 'json' ? 'info' : 'debug'
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    httpRequests.inc({ route, method, status })
    httpDuration.observe({ route }, reply.elapsedTime / 1000)
    const ms = Number(reply.elapsedTime.toFixed(1))
    request.log[level]({ method, route, status, ms }, 'request')
    done()
  }
}
