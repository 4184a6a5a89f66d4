import { stampForm } from '../../server/bookings/refuse-bots.ts'
import { call, callOk, makeGuest, type Show } from './harness.ts'
import { compare, type Effort, loadHttp, loadSql, measure, pgbench, repeat } from './measure.ts'
import type { Row, rateRow } from './report.ts'
import { anySlot, bookingSql, slotsSql } from './sql.ts'
import { config, type Scene, type Stage } from './stage.ts'

/** All guests opened the page when the bench began, so long ago that they do not count as bots. */
const opened = stampForm(config)
let guests = 0

/** A booking as the page's script sends it, each by another guest from another network, for any of the slots. */
export function makeBooking({ slots }: Show) {
  const number = ++guests
  const { headers, ...guest } = makeGuest({ opened })
  const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  return {
    ...guest,
    path: `/api/timeslots/${slots[Math.floor(Math.random() * slots.length)]}/book`,
    headers: {
      ...headers,
      accept: 'application/json',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': from,
    },
  }
}

/** Makes one booking. @returns the guest's email @throws if it is refused */
export async function book(url: string, show: Show): Promise<string> {
  const { path, ...booking } = makeBooking(show)
  await callOk(url + path, booking)
  return booking.body.attendeeEmail
}

/** The simplest booking in the app's own tables, as one statement. */
export const bareBooking = (show: Show) => `${anySlot(show)}
WITH taken AS (
  UPDATE time_slots SET booked = booked + 1 WHERE id = :slot AND booked < total_slots RETURNING id
) INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email)
SELECT 1, ${show.id}, id, 'Grace Okafor', 'grace@okafor.test' FROM taken;
`

/** The same in four round trips. */
const bareBookingInSteps = (show: Show) => `${anySlot(show)}
BEGIN;
UPDATE time_slots SET booked = booked + 1 WHERE id = :slot AND booked < total_slots;
INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email)
VALUES (1, ${show.id}, :slot, 'Grace Okafor', 'grace@okafor.test');
COMMIT;
`

type Prepared = Awaited<ReturnType<typeof prepareRates>>

/** Opens what the rates need: a database without bookings, one with 100,000, and one whose app also sends emails. */
export async function prepareRates(stage: Stage, effort: Effort) {
  await pgbench('--version')
  const young = await stage.open('young')
  const full = await stage.open('full_of_bookings')
  const sending = await stage.open('sending', 0, { ROLE: 'all' })
  // A typical database of events; these have many slots, or one.
  for (let show = 0; show < 100; show++) await young.makeShow(4, 10)
  const show = await young.makeShow(4, 10)
  const [wide, bareWide] = [await young.makeShow(25, 40), await young.makeShow(25, 40)]
  const [narrow, bareNarrow] = [await young.makeShow(1, 1), await young.makeShow(1, 1)]
  const sendingWide = await sending.makeShow(25, 40)
  const stored = await full.makeShow(25, 40)
  await full.storeBookings(stored, 100)
  const booking = (scene: Scene, show: Show) => () => loadHttp(scene.url, effort, () => makeBooking(show))
  const sql = (script: string) => () => loadSql(young.databaseUrl, effort, script)
  return {
    young,
    full,
    rounds: effort.rounds,
    wide: booking(young, wide),
    narrow: booking(young, narrow),
    sending: booking(sending, sendingWide),
    stored: booking(full, stored),
    async none() {
      await young.query(
        'TRUNCATE bookings, email_notifications CASCADE; UPDATE time_slots SET booked = 0 WHERE booked > 0',
      )
      await young.query('VACUUM time_slots')
      return booking(young, wide)()
    },
    slots: () => loadHttp(young.url, effort, () => ({ path: `/api/events/${show.id}/timeslots` })),
    page: () => loadHttp(young.url, effort, () => ({ path: `/event/${show.id}` })),
    bareWide: sql(bareBooking(bareWide)),
    bareInSteps: sql(bareBookingInSteps(bareWide)),
    bareNarrow: sql(bareBooking(bareNarrow)),
    ownBooking: sql(await bookingSql(young, bareWide)),
    ownSlots: sql(await slotsSql(show)),
  }
}

/** A rate against another one, with the target ratios. */
interface Rate {
  name: string
  minRatio?: number
  maxRatio?: number
  run: (prepared: Prepared) => Promise<Parameters<typeof rateRow>[1]>
}

type Loads = {
  [Key in keyof Prepared]: Prepared[Key] extends () => Promise<unknown> ? Key : never
}[keyof Prepared]

const ratio = (name: string, ours: Loads, other: Loads, minRatio?: number): Rate => ({
  name,
  minRatio,
  run: (prepared) => compare(prepared.rounds, prepared[ours], prepared[other]),
})

export const rates: Rate[] = [
  ratio('booking over 1,000 slots ÷ a bare one', 'wide', 'bareWide', 0.25),
  ratio('booking, emails sent beside it ÷ a bare one', 'sending', 'bareWide', 0.2),
  ratio('booking ÷ a bare one in four round trips', 'wide', 'bareInSteps'),
  ratio('booking ÷ its own statement in pgbench', 'wide', 'ownBooking', 0.5),
  ratio('booking one slot ÷ a bare one', 'narrow', 'bareNarrow', 0.9),
  ratio('slots of an event (40) ÷ its SQL in pgbench', 'slots', 'ownSlots', 0.15),
  {
    name: 'event page (40 slots)',
    run: async ({ rounds, page }) => ({ ours: await measure(rounds, page) }),
  },
  ratio('booking with 100,000 stored ÷ with none', 'stored', 'none', 0.9),
  {
    name: 'log-in: wrong password ÷ unknown user',
    minRatio: 0.8,
    maxRatio: 1.25,
    run: (prepared) =>
      compareNames(prepared, '/api/login', 401, (username) => ({ username, password: 'not the right one' })),
  },
  {
    name: 'forgot password: known ÷ unknown address',
    minRatio: 0.8,
    maxRatio: 1.25,
    run: (prepared) =>
      compareNames(prepared, '/api/password/forgot', 204, (name) => ({ email: `${name}@vale.test` })),
  },
]

/** Attempts of each kind in a round. */
const TRIES = 20

let tries = 0

/**
 * Compares the time to refuse a known name with that for an unknown one: a difference would reveal which accounts exist.
 * Makes one attempt at a time, each with a different name from another network, because limits count per name.
 *
 * @throws if the responses differ
 */
async function compareNames(
  { young, rounds }: Prepared,
  path: string,
  status: number,
  bodyOf: (name: string) => object,
) {
  const words = new Set<string>()
  async function attempt(name: string) {
    const network = ++tries
    const headers = { 'x-forwarded-for': `10.200.${network >> 8}.${network & 255}` }
    const answer = await call(young.url + path, { method: 'POST', headers, body: bodyOf(name) })
    words.add(`${answer.status} ${JSON.stringify(answer.body)}`)
    if (words.size > 1 || answer.status !== status)
      throw new Error(`${path} was not answered ${status}, or in different words: ${[...words].join(' ')}`)
    return answer.took
  }
  const users = await young.query<{ username: string }>(
    `INSERT INTO users (company_id, username, email, email_confirmed_at, name, password_hash)
     SELECT company_id, 'staff-' || n, 'staff-' || n || '@vale.test', now(), 'Staff', password_hash
     FROM (SELECT * FROM users ORDER BY id LIMIT 1) AS owner, generate_series($1::int + 1, $1::int + $2::int) AS n
     RETURNING username`,
    [tries, (rounds + 1) * TRIES],
  )
  const load = (nextName: () => string) => async () => {
    const latencies = await repeat(TRIES, () => attempt(nextName()))
    return { rate: 1000 / (latencies.reduce((sum, ms) => sum + ms, 0) / TRIES), latencies }
  }
  const known = load(() => users.pop()!.username)
  const unknown = load(() => `nobody-${tries}`)
  const compared = await compare(rounds, known, unknown)
  return { ...compared, ratio: compared.ours.p50 / compared.other.p50 }
}

const PROCESSES = [1, 2, 4]
/** Orders, and bookings of one event. */
const SIZES = [1_000, 10_000, 100_000]

/** Measures bookings, event pages and order lists with several web processes and several amounts of data. */
export async function measureProcesses(stage: Stage, effort: Effort): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of SIZES) {
    const name = `processes_${size}`
    const scene = await stage.open(name, size)
    const show = await scene.makeShow(25, 40)
    await scene.storeBookings(show, size / 1000)
    const { cookie } = scene.host
    const requests = [
      () => makeBooking(show),
      () => ({ path: `/event/${show.id}` }),
      () => ({ path: '/api/orders', headers: { cookie } }),
    ]
    for (const count of PROCESSES) {
      const server = await stage.start(scene.databaseUrl, name, { WEB_PROCESSES: String(count) })
      const cells = [`${size} orders and bookings`, String(count)]
      for (const makeRequest of requests) {
        const load = () => loadHttp(server.url, effort, makeRequest)
        const { rate, p50, p99 } = await measure(effort.rounds, load)
        cells.push(`${rate.toFixed(0)} (${p50.toFixed(0)}, ${p99.toFixed(0)})`)
      }
      rows.push({ cells, ok: true })
      await server.end()
    }
  }
  return rows
}
