import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../server/config.ts'
import { APP_ROLE } from '../../server/platform/db/embedded/app-role.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { NO_SEQUENTIAL_SCANS } from '../../server/platform/db/pool.ts'
import { startProduct } from '../../server/test/product.ts'
import { type Host, registerHost, type Show } from './calls.ts'
import { openFolder } from './measure.ts'
import { INSERT_CUSTOMERS, INSERT_PRODUCTS, STORE_BOOKINGS, seedOrders } from './seed.ts'

/** The server's configuration without its database. The bench knows the secret, so it can sign its guests' forms. */
const variables = {
  APP_SECRET: 'a secret of the bench alone',
  TRUST_PROXY: 'on',
  LOG_LEVEL: 'warn',
}

export const config = readConfig({ ...variables, ROLE: 'all', DATA_DIR: tmpdir() })

const INSERT_USERS = `
  INSERT INTO users (company_id, username, email, email_confirmed_at, name, password_hash)
  SELECT company_id, 'staff-' || n, 'staff-' || n || '@vale.test', now(), 'Staff', password_hash
  FROM (SELECT * FROM users ORDER BY id LIMIT 1) AS owner, generate_series(1, $1::int) AS n
  ON CONFLICT (lower(username)) DO UPDATE SET name = excluded.name
  RETURNING username`

export type Stage = Awaited<ReturnType<typeof openStage>>
/** A database of the bench, with a server on it, and a company. */
export type Scene = Awaited<ReturnType<Stage['open']>>

/** Starts the app's own PostgreSQL with its default durability, in a folder that is removed at the end. */
export async function openStage() {
  const opened = await openFolder('bench')
  const { folder, later } = opened
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), say: console.log })
  later(() => postgres.stop())

  async function run(text: string, url = postgres.url, options?: string) {
    const client = new pg.Client({ connectionString: url, options })
    await client.connect()
    await client.query(text)
    return client
  }
  await (await run(`ALTER ROLE ${APP_ROLE} CREATEDB`, postgres.adminUrl)).end()

  /**
   * Starts one process of the app, as an operator runs it behind a proxy, with all limits on. With the role `web` no
   * emails are sent, because no worker runs.
   */
  async function start(databaseUrl: string, name: string, others: Record<string, string> = {}) {
    const flags = process.env.BENCH_NODE_FLAGS?.split(' ') ?? [] // such as --cpu-prof
    const data = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name) }
    const limits = { QUOTAS: 'off' } // it stores a million orders
    const all = { ...data, ...limits, ...variables, ROLE: 'web', ...others }
    const { url, pid, end } = await startProduct(all, { flags })
    later(end)
    // Not localhost, which is looked up as IPv6 first.
    return { url: url.replace('localhost', '127.0.0.1'), pid, end }
  }

  return {
    ...opened,
    start,
    /** Creates a database with a server on it, and a company. */
    async open(name: string, others?: Record<string, string>) {
      await (await run(`CREATE DATABASE ${name}`)).end()
      const databaseUrl = Object.assign(new URL(postgres.url), { pathname: name }).href
      await migrate(databaseUrl)
      const db = await run('SELECT', databaseUrl, NO_SEQUENTIAL_SCANS)
      later(() => db.end())
      const { url, pid } = await start(databaseUrl, name, others)
      /** Runs a query in its database. */
      const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
        (await db.query<Row>(text, values)).rows
      let companies = 0
      /** Creates another company, with its name, and its owner, whose email is confirmed. */
      async function addHost(): Promise<Host> {
        const host = await registerHost(url, { 'x-forwarded-for': `10.201.0.${++companies}` })
        await query(
          `UPDATE users SET email_confirmed_at = now(); UPDATE companies SET company_name = 'Maison Vale'`,
        )
        return host
      }
      const host = await addHost()
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
          return show
        },
        /** Creates this many users of the company, each with a password, and returns their usernames; each call returns the same. */
        makeUsers: async (count: number) =>
          (await query<{ username: string }>(INSERT_USERS, [count])).map(({ username }) => username),
        /** Updates PostgreSQL's statistics of events and slots, but not of bookings, as in a new shop. */
        analyze: () => query('VACUUM ANALYZE events, time_slots'),
        /** Stores this many bookings in each time slot, parties of 1, 2 and 3 in turn, each with two sent emails. */
        async storeBookings({ id }: Show, perSlot: number) {
          await query(STORE_BOOKINGS, [id, perSlot])
          await query('VACUUM ANALYZE bookings, email_notifications')
        },
        async storeCatalog({ customers, products }: { customers: number; products: number }) {
          await query(INSERT_CUSTOMERS, [1, customers])
          await query(INSERT_PRODUCTS, [1, products])
          await query('VACUUM ANALYZE customers, products')
        },
        /** This many orders, with customers, products and events. */
        storeOrders: (count: number) => seedOrders(db, 1, count),
        async deleteBookings() {
          await query(
            'TRUNCATE bookings, email_notifications CASCADE; UPDATE time_slots SET booked = 0 WHERE booked > 0',
          )
          await query('VACUUM time_slots')
        },
      }
    },
  }
}
