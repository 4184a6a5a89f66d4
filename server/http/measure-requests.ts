import type { FastifyReply, FastifyRequest } from 'fastify'
import { httpDuration, httpRequests } from '../metrics/registry.ts'

/** Counts a finished request. Its route is a pattern, so there are no more labels than routes. */
export function measureRequest(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  const route = request.routeOptions.url ?? 'unknown'
  httpRequests.inc({ route, method: request.method, status: reply.statusCode })
  httpDuration.observe({ route }, reply.elapsedTime / 1000)
  done()
}
