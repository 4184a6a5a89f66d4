import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { APP_ROLE } from '../../server/platform/db/embedded/app-role.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { NO_SEQUENTIAL_SCANS } from '../../server/platform/db/pool.ts'
import { hashPassword } from '../../server/session/hash-password.ts'
import { INSERT_CUSTOMERS, INSERT_PRODUCTS } from './names.ts'
import { explainLists } from './plans.ts'
import { STORE_BOOKINGS } from './seed-bookings.ts'
import { seedOrders } from './seed-orders.ts'
import { type Server, startServer } from './server.ts'

/** A company with its owner, whose email is confirmed. */
const INSERT_COMPANY = `
  WITH house AS (INSERT INTO companies (company_name) VALUES ('Maison Vale') RETURNING id)
  INSERT INTO users (company_id, username, email, email_confirmed_at, name, password_hash, is_owner)
  SELECT id, $1::text, $1 || '@vale.test', now(), 'Helena Vale', $2, true FROM house`
/** The default owner of events: the first user of a fresh database. */
const OWNER = 'helena'
const PASSWORD = 'a password of the bench'

const INSERT_EVENT = `
  INSERT INTO events (company_id, user_id, url_slug, name, host_name, description, location, show_location,
    contact_email, is_multi_day, event_date, end_date, start_time, end_time, slot_duration, max_bookings_per_slot)
  SELECT company_id, id, gen_random_uuid(), 'Spring Bridal Trunk Show', 'Maison Vale', 'Try the new season.',
    '12 Mercer Street, New York', true, email, true, current_date + 30, current_date + 29 + $1::int,
    '08:00', '20:00', 15, 5
  FROM users WHERE username = $2
  RETURNING id`

const INSERT_USERS = `
  INSERT INTO users (company_id, username, email, email_confirmed_at, name, password_hash)
  SELECT company_id, 'staff-' || n, 'staff-' || n || '@vale.test', now(), 'Staff', password_hash
  FROM users, generate_series(1, $1::int) AS n WHERE username = 'helena'
  ON CONFLICT (lower(username)) DO UPDATE SET name = excluded.name
  RETURNING username`

/** This many time slots a day with this many spots each. */
const INSERT_SLOTS = `
  INSERT INTO time_slots (company_id, event_id, slot_date, start_time, end_time, total_slots)
  SELECT (SELECT company_id FROM events WHERE id = $1), $1, current_date + 29 + day, time '08:00' + n * interval '15 minutes',
    time '08:15' + n * interval '15 minutes', $4::int
  FROM generate_series(1, $2::int) AS day, generate_series(0, $3::int - 1) AS n
  RETURNING id`

export interface Show {
  id: number
  /** Consecutive ids. */
  slots: number[]
}

/** A database of the bench, with a server on it. */
export interface Scene {
  databaseUrl: string
  server: Server
  /** Creates another company with an owner of this name. */
  addCompany(owner: string): Promise<void>
  /** Logs in an owner, by default the events', and returns the session cookie. */
  logIn(owner?: string): Promise<{ name: string; value: string }>
  /** Creates this many other users of the company, each with a password, and returns their usernames; each call returns the same. */
  makeUsers(count: number): Promise<string[]>
  /** @param options.spots of each slot; by default no slot is ever full */
  makeShow(days: number, slotsPerDay: number, options?: { spots?: number; owner?: string }): Promise<Show>
  /** Updates PostgreSQL's statistics of events and slots, but not of bookings, as in a new shop. */
  analyze(): Promise<void>
  /** Stores this many bookings in each time slot, parties of 1, 2 and 3 in turn, each with two sent emails. */
  storeBookings(show: Show, perSlot: number): Promise<void>
  storeCatalog(sizes: { customers: number; products: number }): Promise<void>
  /** This many orders, with customers, products and events. */
  storeOrders(count: number): Promise<void>
  /** Runs a query in its database. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  /** PostgreSQL's plans for the catalog lists. */
  explain(): Promise<Record<string, string[]>>
  deleteBookings(): Promise<void>
}

/**
 * Starts the app's own PostgreSQL with its default durability, in a folder that is removed at the end.
 *
 * @returns `open`, which creates a database with a server on it
 */
export async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), 'trunkshow-bench-'))
  await chmod(folder, 0o711) // for PostgreSQL's own user, where the bench runs as root
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), say: console.log })
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true }), () => postgres.stop()]
  {
    await using admin = await connect(postgres.adminUrl)
    await admin.query(`ALTER ROLE ${APP_ROLE} CREATEDB`)
  }

  async function open(
    name: string,
    role: 'web' | 'all' = 'web',
    variables: Record<string, string> = {},
  ): Promise<Scene> {
    await using root = await connect(postgres.url)
    await root.query(`CREATE DATABASE ${name}`)
    const databaseUrl = Object.assign(new URL(postgres.url), { pathname: name }).href
    await migrate(databaseUrl)
    const db = await connect(databaseUrl, NO_SEQUENTIAL_SCANS)
    closing.push(() => db.end())
    const addCompany = async (owner: string) => {
      await db.query(INSERT_COMPANY, [owner, await hashPassword(PASSWORD)])
    }
    await addCompany(OWNER)
    const server = await startServer(databaseUrl, join(folder, name), role, variables)
    closing.push(() => server.stop())
    return {
      databaseUrl,
      server,
      addCompany,
      async logIn(username = OWNER) {
        const answer = await fetch(`${server.url}/api/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username, password: PASSWORD }),
        })
        const [name, value] = answer.headers.getSetCookie()[0]!.split(';')[0]!.split('=')
        return { name: name!, value: value! }
      },
      async makeShow(days, slotsPerDay, { spots = 1_000_000, owner = OWNER } = {}) {
        const { rows: shows } = await db.query<{ id: number }>(INSERT_EVENT, [days, owner])
        const { rows: slots } = await db.query<{ id: number }>(INSERT_SLOTS, [
          shows[0]!.id,
          days,
          slotsPerDay,
          spots,
        ])
        return { id: shows[0]!.id, slots: slots.map(({ id }) => id) }
      },
      async makeUsers(count) {
        const { rows: users } = await db.query<{ username: string }>(INSERT_USERS, [count])
        return users.map(({ username }) => username)
      },
      async analyze() {
        await db.query('VACUUM ANALYZE events, time_slots')
      },
      async storeBookings(show, perSlot) {
        await db.query(STORE_BOOKINGS, [show.id, perSlot])
        await db.query('VACUUM ANALYZE bookings, email_notifications')
      },
      async storeCatalog({ customers, products }) {
        await db.query(INSERT_CUSTOMERS, [1, customers])
        await db.query(INSERT_PRODUCTS, [1, products])
        await db.query('VACUUM ANALYZE customers, products')
      },
      storeOrders: (count) => seedOrders(db, 1, count),
      query: async (text) => (await db.query(text)).rows,
      explain: () => explainLists(db),
      async deleteBookings() {
        await db.query(
          'TRUNCATE bookings, email_notifications CASCADE; UPDATE time_slots SET booked = 0 WHERE booked > 0',
        )
        await db.query('VACUUM time_slots')
      },
    }
  }
  return {
    folder,
    open,
    /** Registers a step for the end; later steps run first. */
    atEnd(step: () => Promise<unknown>) {
      closing.push(step)
    },
    async close() {
      for (const step of closing.reverse()) await step()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

async function connect(url: string, options?: string) {
  const client = new pg.Client({ connectionString: url, options })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
