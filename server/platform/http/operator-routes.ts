import { nothingHere } from '@trunkshow/contract/errors.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import journal from '../db/migrations/meta/_journal.json' with { type: 'json' }
import { METRICS_TYPE } from '../metrics/serve-metrics.ts'
import { isDoctor } from './tokens.ts'

const newest = Math.max(...journal.entries.map((entry) => entry.when))

/** Search engines may index public events, but nothing behind a personal link or a login. */
const robots = `User-agent: *
Disallow: /api/
Disallow: /booking/
Disallow: /cancel-booking/
Disallow: /auth
Disallow: /host
Disallow: /events
Disallow: /editevent/
Disallow: /bookings/
`

/** What asks every few seconds is logged only when it fails. */
const quiet = { logLevel: 'warn' } as const

/** Load balancers address each process by its IP address. */
const anyHost = { config: { anyHost: true }, ...quiet }

/** What proxies add to a request. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** Whether a program on this machine asks, and not a proxy on it, behind which anyone may be (decision 045). */
function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.[\d.]+)$/.test(raw.socket.remoteAddress ?? '')
  return isLoopback && !proxyHeaders.some((name) => name in raw.headers)
}

/** Tells the doctor alone how its request arrived, so that it can judge TRUST_PROXY. */
function whatIsSeen({ ctx, headers, ip }: FastifyRequest) {
  if (!isDoctor(ctx.config, String(headers['x-doctor'] ?? ''))) return {}
  return { seen: { address: ip, forwarded: String(headers['x-forwarded-for'] ?? '') } }
}

export function operatorRoutes(app: FastifyInstance) {
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))

  /** Liveness: the process answers. */
  app.get('/healthz', anyHost, async () => ({ status: 'ok' }))

  /** Readiness: not about to end, and the database answers and has every migration of this version; else 503. */
  app.get('/readyz', anyHost, async (request, reply) => {
    const { ctx } = request
    reply.header('cache-control', 'no-store')
    if (app.lifecycle.ending) return reply.code(503).send({ status: 'ending' })
    const { rows } = await ctx.db.execute<{ applied: string }>(
      sql`SELECT max(created_at) AS applied FROM drizzle.__drizzle_migrations`,
    )
    const migrated = Number(rows[0]?.applied) >= newest
    return reply.code(migrated ? 200 : 503).send({
      status: migrated ? 'ok' : 'migrations are missing',
      version: packageJson.version,
      ...whatIsSeen(request),
    })
  })

  /** For Prometheus on this machine; METRICS_ADDRESS serves others. */
  app.get('/metrics', quiet, async (request, reply) => {
    if (!isFromThisMachine(request)) throw nothingHere()
    return reply
      .header('cache-control', 'no-store')
      .type(METRICS_TYPE)
      .send(await app.readMetrics())
  })
}
