import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import journal from '../db/migrations/meta/_journal.json' with { type: 'json' }

const newest = Math.max(...journal.entries.map((entry) => entry.when))

/** Search engines read the shows; what is behind a link of one's own or a sign-in is none of theirs. */
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

/** Load balancers ask each process by its number. */
const anyHost = { config: { anyHost: true } }

/** Addresses for machines that look after the product. */
export function operatorRoutes(app: FastifyInstance) {
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))

  /** The process answers. */
  app.get('/healthz', anyHost, async () => ({ status: 'ok' }))

  /** Requests will succeed: the database answers and has every migration of this version; else 503. */
  app.get('/readyz', anyHost, async ({ ctx }, reply) => {
    reply.header('cache-control', 'no-store')
    const { rows } = await ctx.db.execute<{ applied: string }>(
      sql`SELECT max(created_at) AS applied FROM drizzle.__drizzle_migrations`,
    )
    const migrated = Number(rows[0]?.applied) >= newest
    return reply.code(migrated ? 200 : 503).send({ status: migrated ? 'ok' : 'migrations are missing' })
  })
}
