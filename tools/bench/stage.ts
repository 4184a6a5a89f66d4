import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../server/config.ts'
import { APP_ROLE, startEmbeddedPostgres } from '../../server/platform/db/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { PLANNER_OPTIONS } from '../../server/platform/db/pool.ts'
import { runSql } from '../../server/test/run-sql.ts'
import { type Host, openFolder, registerHost, type Show, startServer } from './harness.ts'
import { INSERT_CUSTOMERS, INSERT_PRODUCTS, STORE_BOOKINGS, seedOrders } from './seed.ts'

/** The server's configuration without its database. The bench knows the secret, so it can sign its guests' forms. */
export const variables = {
  APP_SECRET: 'a secret of the bench alone',
  TRUST_PROXY: 'on',
  LOG_LEVEL: 'warn',
  QUOTAS: 'off', // it stores a million orders
}

export const config = readConfig({ ...variables, ROLE: 'all', DATA_DIR: tmpdir() })

export type Stage = Awaited<ReturnType<typeof openStage>>
/** A database of the bench, with a server on it, and a company. */
export type Scene = Awaited<ReturnType<Stage['open']>>

/** Starts the app's own PostgreSQL with its default durability, in a folder that is removed at the end. */
export async function openStage() {
  const opened = await openFolder('bench')
  const { folder, later } = opened
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), say: console.log })
  later(() => postgres.stop())

  await runSql(postgres.adminUrl, `ALTER ROLE ${APP_ROLE} CREATEDB`)

  /**
   * Starts one process of the app, as an operator runs it behind a proxy, with all limits on. With the role `web` no
   * emails are sent, because no worker runs.
   */
  async function start(databaseUrl: string, name: string, others: Record<string, string> = {}) {
    const data = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name) }
    const server = await startServer(
      { ...data, ...variables, ROLE: 'web', ...others },
      { flags: process.env.BENCH_NODE_FLAGS?.split(' ') }, // such as --cpu-prof
    )
    later(server.end)
    return server
  }

  return {
    ...opened,
    start,
    /**
     * Creates a database with a server on it, and a company with this many orders and what they need.
     *
     * @param launch starts another server than ours; what needs our own tables is then not to be used
     */
    async open(
      name: string,
      orders = 0,
      others?: Record<string, string>,
      launch?: (databaseUrl: string) => Promise<{ url: string; pid: number }>,
    ) {
      await runSql(postgres.url, `CREATE DATABASE ${name}`)
      const databaseUrl = Object.assign(new URL(postgres.url), { pathname: name }).href
      if (!launch) await migrate(databaseUrl)
      const db = new pg.Client({ connectionString: databaseUrl, options: PLANNER_OPTIONS })
      await db.connect()
      later(() => db.end())
      const { url, pid } = await (launch?.(databaseUrl) ?? start(databaseUrl, name, others))
      /** Runs a query in its database. */
      const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
        (await db.query<Row>(text, values)).rows
      let companies = 0
      /** Creates another company, with its name, and its owner, whose email is confirmed. */
      async function addHost(): Promise<Host> {
        const host = await registerHost(url, { 'x-forwarded-for': `10.201.0.${++companies}` })
        await query(`UPDATE companies SET company_name = 'Maison Vale'`)
        if (!launch) await query('UPDATE users SET email_confirmed_at = now()')
        return host
      }
      const host = await addHost()
      if (orders) await seedOrders(db, 1, orders)
      return {
        databaseUrl,
        url,
        pid,
        db,
        query,
        host,
        addHost,
        /** An event of so many spots that no slot is ever full, unless told otherwise. */
        async makeShow(
          days: number,
          perDay: number,
          { spots = 1_000_000, owner = host } = {},
        ): Promise<Show> {
          const show = await owner.makeShow({ days, perDay })
          await query('UPDATE time_slots SET total_slots = $2 WHERE event_id = $1', [show.id, spots])
          await query('VACUUM ANALYZE events, time_slots')
          return show
        },
        /** Stores this many bookings in each time slot, parties of 1, 2 and 3 in turn, each with two sent emails. */
        async storeBookings({ id }: Show, perSlot: number) {
          await query(STORE_BOOKINGS, [id, perSlot])
          await query('VACUUM ANALYZE time_slots, bookings, email_notifications')
        },
        async storeCatalog({ customers, products }: { customers: number; products: number }) {
          await query(INSERT_CUSTOMERS, [1, customers])
          await query(INSERT_PRODUCTS, [1, products])
          await query('VACUUM ANALYZE customers, products')
        },
      }
    },
  }
}
