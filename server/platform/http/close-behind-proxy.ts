import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long `/readyz` answers 503 before new connections are refused: longer than a proxy takes between two checks. */
export const NOTICE_MS = 3000

/** How long idle connections stay open after that: longer than a proxy keeps them (`deploy/nginx.conf`, 4 seconds). */
export const IDLE_MS = 5000

/**
 * Closes the app so that a proxy in front sees no failed request, in the three steps of decision 050.
 *
 * @param notice when to refuse new connections
 */
export async function closeBehindProxy(
  app: FastifyInstance,
  { notice = setTimeout<unknown>(NOTICE_MS), idleMs = IDLE_MS } = {},
) {
  app.lifecycle.ending = true
  await notice
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {} // Node would call it at once
  const closing = setInterval(closeIdle, idleMs)
  await app.close()
  clearInterval(closing)
}
