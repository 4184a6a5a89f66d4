import { loadHttp } from './http-load.ts'
import { compareLogIns, comparePasswordRequests } from './log-in.ts'
import { loadSql } from './pgbench.ts'
import { bookingSql, slotsSql } from './product-sql.ts'
import type { Row } from './report.ts'
import { makeBooking, makeGet } from './requests.ts'
import { compare, type Effort, measure } from './rounds.ts'
import type { Scene, Show } from './stage.ts'

type Measured = Omit<Row, 'name' | 'minRatio' | 'maxRatio'>

/** Attempts of each kind in a round. */
const LOG_INS_PER_ROUND = 20

/**
 * The simplest booking in the app's own tables, as one statement: no email, limit, key or condition other than a free
 * spot.
 */
const bareBooking = ({ id, slots }: Show) => `
\\set slot random(${slots[0]}, ${slots.at(-1)})
WITH taken AS (
  UPDATE time_slots SET booked = booked + 1 WHERE id = :slot AND booked < total_slots RETURNING id
) INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email)
SELECT 1, ${id}, id, 'Grace Okafor', 'grace@okafor.test' FROM taken;
`

/** The same in four round trips. */
const bareBookingInSteps = ({ id, slots }: Show) => `
\\set slot random(${slots[0]}, ${slots.at(-1)})
BEGIN;
UPDATE time_slots SET booked = booked + 1 WHERE id = :slot AND booked < total_slots;
INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email)
VALUES (1, ${id}, :slot, 'Grace Okafor', 'grace@okafor.test');
COMMIT;
`

/**
 * All comparisons by name, with their target ratios.
 *
 * @param young a database without bookings
 * @param full one with 100,000
 * @param sending one whose app also sends emails
 */
export async function prepareComparisons(
  young: Scene,
  full: Scene,
  sending: Scene,
  { rounds, seconds, clients }: Effort,
) {
  const load = (url: string, makeRequest: () => string) => loadHttp({ url, clients, seconds, makeRequest })
  const book = ({ server: { url } }: Scene, { slots }: Show) => load(url, makeBooking(url, slots))
  const get = ({ server: { url } }: Scene, path: string) => load(url, makeGet(url, path))
  const sql = (script: string) => loadSql({ url: young.databaseUrl, clients, seconds, script })

  // A typical database of events; these have many slots, or one.
  for (let show = 0; show < 100; show++) await young.makeShow(4, 10)
  const [show, wide, bareWide] = [
    await young.makeShow(4, 10),
    await young.makeShow(25, 40),
    await young.makeShow(25, 40),
  ]
  const [narrow, bareNarrow] = [await young.makeShow(1, 1), await young.makeShow(1, 1)]
  await young.analyze()
  const sendingWide = await sending.makeShow(25, 40)
  await sending.analyze()
  const stored = await full.makeShow(25, 40)
  await full.analyze()
  await full.storeBookings(stored, 100)
  const slotsQuery = await slotsSql(show)
  const bookingQuery = await bookingSql(bareWide)

  const comparisons: (Pick<Row, 'name' | 'minRatio' | 'maxRatio'> & { run: () => Promise<Measured> })[] = [
    {
      name: 'booking over 1,000 slots ÷ a bare one',
      minRatio: 0.25,
      run: () =>
        compare(
          rounds,
          () => book(young, wide),
          () => sql(bareBooking(bareWide)),
        ),
    },
    {
      name: 'booking, emails sent beside it ÷ a bare one',
      minRatio: 0.2,
      run: () =>
        compare(
          rounds,
          () => book(sending, sendingWide),
          () => sql(bareBooking(bareWide)),
        ),
    },
    {
      name: 'booking ÷ a bare one in four round trips',
      run: () =>
        compare(
          rounds,
          () => book(young, wide),
          () => sql(bareBookingInSteps(bareWide)),
        ),
    },
    {
      name: 'booking ÷ its own statement in pgbench',
      minRatio: 0.5,
      run: () =>
        compare(
          rounds,
          () => book(young, wide),
          () => sql(bookingQuery),
        ),
    },
    {
      name: 'booking one slot ÷ a bare one',
      minRatio: 0.9,
      run: () =>
        compare(
          rounds,
          () => book(young, narrow),
          () => sql(bareBooking(bareNarrow)),
        ),
    },
    {
      name: 'slots of an event (40) ÷ its SQL in pgbench',
      minRatio: 0.15,
      run: () =>
        compare(
          rounds,
          () => get(young, `/api/events/${show.id}/timeslots`),
          () => sql(slotsQuery),
        ),
    },
    {
      name: 'event page (40 slots)',
      run: async () => ({ ours: await measure(rounds, () => get(young, `/event/${show.id}`)) }),
    },
    {
      name: 'booking with 100,000 stored ÷ with none',
      minRatio: 0.9,
      run: () =>
        compare(
          rounds,
          () => book(full, stored),
          async () => {
            await young.deleteBookings()
            return book(young, wide)
          },
        ),
    },
    {
      name: 'log-in: wrong password ÷ unknown user',
      minRatio: 0.8,
      maxRatio: 1.25,
      run: () => compareLogIns(young, rounds * LOG_INS_PER_ROUND),
    },
    {
      name: 'forgot password: known ÷ unknown address',
      minRatio: 0.8,
      maxRatio: 1.25,
      run: () => comparePasswordRequests(young, rounds * LOG_INS_PER_ROUND),
    },
  ]
  return comparisons
}
