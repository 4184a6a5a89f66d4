import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, makeCompany, makeEvent, tokenOf } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'

const first = startTestApp()
/** Another process on the same database, which keeps facts of its own. */
const second = startTestApp(async () => ({
  DATABASE_URL: first.config.databaseUrl!,
  APP_SECRET: first.config.appSecret,
}))

/** What a host may change, as assignments of SQL. */
const edit = fc.constantFrom(
  'is_active = NOT is_active',
  'is_public = NOT is_public',
  'spot_per_guest = NOT spot_per_guest',
  'max_party_size = 1',
  'max_party_size = 3',
  `end_time = '10:30'`,
  `end_time = '12:00'`,
  'event_date = event_date - 1',
  'event_date = event_date + 1',
  'is_hidden = NOT is_hidden',
  'notice_minutes = 100000 - notice_minutes',
  'days_ahead = CASE WHEN days_ahead IS NULL THEN 5 END',
  'book_until = CASE WHEN book_until IS NULL THEN current_date - 3 END',
  `day_hours = CASE WHEN day_hours <> '[]' THEN '[]' ELSE
    jsonb_build_array(jsonb_build_object('date', event_date, 'startTime', '10:30', 'endTime', '12:00')) END`,
)
const attempt = fc.record({ by: fc.nat(1), slot: fc.nat(2), partySize: fc.integer({ min: 1, max: 4 }) })
type Sent = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 1 }) }) },
  { weight: 4, arbitrary: fc.record({ attempts: fc.array(attempt, { minLength: 1, maxLength: 1 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      edits: fc.array(edit, { minLength: 2, maxLength: 2 }),
      attempts: fc.array(attempt, { minLength: 4, maxLength: 4 }),
    }),
  },
)

/** Whether a party may book a slot, and the spots it takes, by everything that is stored at this moment. */
const MAY_BOOK = `
  SELECT taken.spots, e.is_active AND e.is_public AND $2 <= e.max_party_size AND s.is_available AND s.starts_at > now()
    AND s.slot_date BETWEEN e.event_date AND e.last_day
    AND s.end_time > coalesce(day.start_time, e.start_time) AND s.start_time < coalesce(day.end_time, e.end_time)
    AND NOT e.is_hidden AND s.starts_at - now() > e.notice_minutes * interval '1 minute'
    AND (e.days_ahead IS NULL OR s.slot_date < current_date + e.days_ahead + 1)
    AND (e.book_until IS NULL OR e.book_until > current_date - 2)
    AND s.booked + taken.spots <= s.total_slots AS may
  FROM time_slots AS s JOIN events AS e ON e.id = s.event_id
    LEFT JOIN LATERAL (
      SELECT (hours ->> 'startTime')::time AS start_time, (hours ->> 'endTime')::time AS end_time
      FROM jsonb_array_elements(e.day_hours) AS hours WHERE (hours ->> 'date')::date = s.slot_date
    ) AS day ON true,
    LATERAL (SELECT CASE WHEN e.spot_per_guest THEN $2::int ELSE 1 END AS spots) AS taken
  WHERE s.id = $1`

test('any order of edits and bookings, over two processes, ends as if each booking read the event itself', async () => {
  const host = await makeCompany(first)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
      const event = await makeEvent(host, {
        endTime: '12:00',
        slotDuration: 30,
        maxBookingsPerSlot: 5,
        maxPartySize: 3,
      })
      const won: string[] = []
      const change = (assignment: string) =>
        first.rows(`UPDATE events SET ${assignment} WHERE id = $1`, [event.id])
      async function send({ by, slot, partySize }: Sent) {
        const answer = await book([first, second][by]!, event.slots[slot]!.id, { partySize })
        if (answer.status === 201) won.push(tokenOf(answer))
        return answer.status === 201
      }
      for (const { edits = [], attempts = [] } of steps as { edits?: string[]; attempts?: Sent[] }[]) {
        const [only] = attempts
        if (!only || edits.length > 0) {
          await Promise.all([...edits.map(change), ...attempts.map(send)])
          continue
        }
        const asked = [event.slots[only.slot]!.id, only.partySize]
        const [{ may }] = (await first.rows<{ may: boolean }>(MAY_BOOK, asked)) as [{ may: boolean }]
        expect(await send(only)).toBe(may)
      }
      await assertBookingInvariants(first, event.id, won)
    }),
    { numRuns: 20 },
  )
})
