import { isOnClock, wallClock, wallToInstant, type Zone } from '@trunkshow/contract/zones.ts'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { queueScheduledEmails } from '../../bookings/reminders/scheduled-emails.ts'
import { startTestApp } from '../../test/app.ts'
import { book, bookingNumber, makeCompany, makeEvent, tokenOf } from '../../test/factories.ts'
import { zoneOf } from '../../zones.ts'
import { nodeZones, updateZones } from './time-zones.ts'
import { databaseOf } from './transaction.ts'

const app = startTestApp()

const HOUR = 3_600_000
const year = new Date().getUTCFullYear() + 1

/** Runs `updateZones` as this many processes at once do. @returns how many slots each of them moved */
const update = (source?: typeof nodeZones, processes = 1) =>
  Promise.all(
    Array.from({ length: processes }, async () => {
      const client = new pg.Client({ connectionString: app.config.databaseUrl! })
      await client.connect()
      return updateZones(client, source).finally(() => client.end())
    }),
  )

/** The time slots of an event, as a later release of the IANA's data finds them. */
const slotsOf = (eventId: number) =>
  app.rows<{ id: number; date: string; time: string; at: Date; onClock: boolean; version: string }>(
    `SELECT id, slot_date AS date, start_time AS time, starts_at AS at, on_clock AS "onClock", xmin::text AS version
     FROM time_slots WHERE event_id = $1 ORDER BY id`,
    [eventId],
  )

/** A later release, in which a zone's clocks are an hour behind Node's. */
const laterRelease = (release: string, changed: string): typeof nodeZones => ({
  release,
  zoneOf: (timeZone) =>
    timeZone === changed
      ? zoneOf(timeZone).map(({ offset, ...period }): Zone[number] => ({ ...period, offset: offset - 60 }))
      : zoneOf(timeZone),
})

test.each([
  // Alberta no longer changes its clocks, which PostgreSQL 18.4 did not know: it came out before.
  // https://lists.iana.org/hyperkitty/list/tz@iana.org/message/WMQUDDWBMM46Q55LEHN7GUDCZIL3OQXM/
  'America/Edmonton',
  'America/New_York',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
])('slots in %s start when pages say, whatever data PostgreSQL has', async (timeZone) => {
  const owner = await makeCompany(app)
  for (const eventDate of [`${year}-01-15`, `${year}-07-15`]) {
    const event = await makeEvent(owner, { timeZone, eventDate })
    const slots = await slotsOf(event.id)
    expect(slots).toHaveLength(event.slots.length)
    for (const { date, time, at, onClock } of slots) {
      expect(at).toEqual(wallToInstant(date, time, zoneOf(timeZone)))
      expect(onClock).toBe(true)
    }
  }
})

test('the database and the contract have one clock, also in the hours that are skipped or repeated', async () => {
  const owner = await makeCompany(app)
  for (const timeZone of [
    'America/New_York',
    'America/Edmonton',
    'America/Asuncion',
    'Africa/Casablanca',
    'Europe/Dublin',
    'Australia/Lord_Howe',
    'America/Phoenix',
    'Pacific/Apia', // skipped a day
    // Their clocks change at midnight.
    ...['America/Havana', 'Asia/Beirut', 'Africa/Cairo', 'America/Santiago'],
    ...['Asia/Gaza', 'Asia/Kathmandu', 'Pacific/Chatham'],
  ]) {
    await makeEvent(owner, { timeZone })
    const zone = zoneOf(timeZone)
    const instants = zone.flatMap(({ from }) =>
      [-25, -2, -1, -0.5, 0, 0.5, 1, 2, 25].map((hours) => new Date(from + hours * HOUR)),
    )
    const walls = instants.map((instant) => `${instant.toISOString().slice(0, 16)}`)
    const rows = await app.rows<{ wall: string; at: Date }>(
      `SELECT to_char(wall_clock(instant, $1), 'YYYY-MM-DD HH24:MI') AS wall, instant_of(wall, $1) AS at
       FROM unnest($2::timestamptz[], $3::timestamp[]) WITH ORDINALITY AS given (instant, wall, place) ORDER BY place`,
      [timeZone, instants.map((instant) => instant.toISOString()), walls],
    )
    const wrong = rows.filter(({ wall, at }, index) => {
      const { date, time } = wallClock(instants[index]!, zone)
      const [day = '', clock = ''] = walls[index]!.split('T')
      return wall !== `${date} ${time}` || at.getTime() !== wallToInstant(day, clock, zone).getTime()
    })
    expect(wrong, timeZone).toEqual([])
  }
})

test('a start with newer rules moves coming slots once, by several processes, and writes no other row', async () => {
  const owner = await makeCompany(app)
  const moving = await makeEvent(owner, { timeZone: 'America/Winnipeg' })
  const other = await makeEvent(owner, { timeZone: 'America/Denver' })
  const over = await makeEvent(owner, { timeZone: 'America/Winnipeg', eventDate: '2024-05-01' })
  const [before, otherBefore, overBefore] = await Promise.all(
    [moving, other, over].map(({ id }) => slotsOf(id)),
  )
  expect(await update(nodeZones, 2)).toEqual([0, 0])
  const release = laterRelease('2990a', 'America/Winnipeg')
  const moved = await update(release, 4)
  expect(moved.reduce((sum, slots) => sum + slots, 0)).toBe(before!.length)
  const after = await slotsOf(moving.id)
  expect(after.map(({ at }) => at.getTime())).toEqual(before!.map(({ at }) => at.getTime() + HOUR))
  expect([await slotsOf(other.id), await slotsOf(over.id)]).toEqual([otherBefore, overBefore])
  expect(await update(release)).toEqual([0])
  expect(await slotsOf(moving.id)).toEqual(after)
  // An older Node, which still runs somewhere, changes nothing.
  expect(await update()).toEqual([0])
  expect(await slotsOf(moving.id)).toEqual(after)
})

test('a start that was killed after it stored the rules is continued by the next', async () => {
  const event = await makeEvent(await makeCompany(app), { timeZone: 'America/Halifax' })
  const before = await slotsOf(event.id)
  await app.rows(
    `UPDATE time_zones SET is_applied = false, offsets = ARRAY(SELECT o - 60 FROM unnest(offsets) AS o),
       walls = ARRAY(SELECT w - interval '1 hour' FROM unnest(walls) AS w)
     WHERE name = 'America/Halifax'`,
  )
  expect(await update()).toEqual([before.length])
  expect((await slotsOf(event.id))[0]!.at.getTime()).toBe(before[0]!.at.getTime() + HOUR)
})

test('reminders and offers follow a slot to its new instant, and no guest is reminded twice', async () => {
  const timeZone = 'America/Regina'
  const event = await makeEvent(await makeCompany(app), { timeZone })
  const bookSlot = async (n: number) => bookingNumber(app, tokenOf(await book(app, event.slots[n]!.id)))
  // One after the other: the reminders are compared by the bookings' numbers.
  const told = await bookSlot(0)
  const untold = await bookSlot(1)
  await app.rows(`UPDATE bookings SET slot_since = '2020-01-01' WHERE event_id = $1`, [event.id])
  const [first, second] = (await slotsOf(event.id)).map(({ at }) => at.getTime()) as [number, number]
  const queueAt = async (instant: number) => {
    const at = sql`${new Date(instant).toISOString()}::timestamptz`
    await queueScheduledEmails({ config: app.config, db: databaseOf(app.pool) }, at)
    const rows = await app.rows<{ id: number }>(
      `SELECT booking_id AS id FROM email_notifications WHERE email_type = 'booking_reminder' AND booking_id = ANY ($1)
       ORDER BY 1`,
      [[told, untold]],
    )
    return rows.map(({ id }) => id)
  }
  expect(await queueAt(first - 24 * HOUR)).toEqual([told])
  const offers = await app.rows<{ id: number }>(
    `WITH entry AS (
       INSERT INTO waitlist_entries (company_id, event_id, attendee_name, attendee_email, party_size, public_id, status, rank)
       SELECT company_id, id, 'Lena Fischer', n || '@waits.test', 1, 'public' || n, 'offered', n
       FROM events, generate_series(1, 2) AS n WHERE id = $1 RETURNING id, company_id, attendee_email
     )
     INSERT INTO waitlist_offers (company_id, entry_id, time_slot_id, spots, expires_at)
     SELECT e.company_id, e.id, s.id, 1, CASE WHEN e.attendee_email LIKE '1%' THEN s.starts_at ELSE now() END
     FROM entry AS e, time_slots AS s WHERE s.id = $2 RETURNING id`,
    [event.id, event.slots[0]!.id],
  )
  await update(laterRelease('2991a', timeZone))
  const [offer] = await app.rows<{ until: Date }>(
    'SELECT max(expires_at) AS until FROM waitlist_offers WHERE id = ANY ($1)',
    [offers.map(({ id }) => id)],
  )
  expect(offer!.until.getTime()).toBe(first + HOUR)
  // The second guest's turn comes an hour later than it would have.
  expect(await queueAt(second - 24 * HOUR)).toEqual([told])
  expect(await queueAt(second - 23 * HOUR)).toEqual([told, untold])
})

test('a slot whose start new rules skip is not offered, and is again when they no longer do', async () => {
  const owner = await makeCompany(app)
  const timeZone = 'America/Boise'
  const zone = zoneOf(timeZone)
  const change = zone.findIndex(({ from }) => from > Date.parse(`${year}-01-01`))
  const { date, time } = wallClock(new Date(zone[change]!.from - HOUR / 2), zone)
  // In the later release, clocks change an hour earlier, and so skip that time.
  const earlier: typeof nodeZones = {
    release: '2992a',
    zoneOf: (name) =>
      name === timeZone
        ? zone.map((period, at) => (at === change ? { ...period, from: period.from - HOUR } : period))
        : zoneOf(name),
  }
  expect(isOnClock(date, time, earlier.zoneOf(timeZone))).toBe(false)
  const { id } = await makeEvent(owner, { timeZone, eventDate: date, startTime: time, endTime: '23:00' })
  const offered = async () =>
    (await app.call('GET', `/api/events/${id}/timeslots`)).body.map(
      ({ startTime }: { startTime: string }) => startTime,
    )
  expect(await offered()).toContain(time)
  await update(earlier)
  expect(await offered()).not.toContain(time)
  await update({ release: '2993a', zoneOf })
  expect(await offered()).toContain(time)
})
