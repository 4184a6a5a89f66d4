import { describe, expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { openFiles } from '../platform/files/storage.ts'
import { eraseOldGuests } from '../privacy/erase-old-guests.ts'
import { unique } from '../test/app.ts'
import { book, makeCoHost, makeShow, makeUser, tokenOf } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { startWaitlistApp } from '../test/waits.ts'

const { app, join, find, open, cancel, makeFullShow } = startWaitlistApp()

describe('a guest’s data', () => {
  test('has their waits, and erasing them passes their offers on', async () => {
    const show = await makeFullShow()
    const guest = await join(show, 'event')
    const next = await join(show, 'event')
    const customer = await show.host.call('POST', '/api/customers', {
      firstName: 'Nora',
      lastName: 'Lind',
      email: guest.email,
    })
    await cancel(show.guest)
    const { token } = await find(guest.email)
    const file = await show.host.call('GET', `/api/people/data?customerId=${customer.body.id}`)
    expect(file.body.waitlists).toMatchObject([
      { event: show.event.name, email: guest.email, status: 'offered' },
    ])
    expect((await show.host.call('POST', '/api/erasures', { customerId: customer.body.id })).status).toBe(200)
    expect(await find(next.email)).toMatchObject({ status: 'offered' })
    expect((await open(token)).status).toBe(404)
    const left = await app.rows(`SELECT id FROM waitlist_entries WHERE attendee_email = $1`, [guest.email])
    expect(left).toEqual([])
    await assertBookingInvariants(app, show.event.id, [show.guest])
  })

  test('is erased without holding the waitlist while it waits for the slot of an offer made meanwhile', async () => {
    const show = await makeShow(app, { endTime: '11:00', maxBookingsPerSlot: 1 })
    const [one, two] = show.slots.map(({ id }) => id) as [number, number]
    const bookings: string[] = []
    for (const id of [one, two])
      bookings.push(tokenOf(await book(app, id, { attendeeEmail: `${unique()}@mail.test` })))
    const { email } = await join(show, one)
    await join(show, two, { attendeeEmail: email })
    const customer = await show.host.call('POST', '/api/customers', {
      firstName: 'Nora',
      lastName: 'Lind',
      email,
    })
    await cancel(bookings[0]!)

    const hold = async (slotId: number) => {
      const client = await app.pool.connect()
      await client.query('BEGIN')
      await client.query('SELECT FROM time_slots WHERE id = $1 FOR UPDATE', [slotId])
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
      const isAwaited = () =>
        app.rows('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [rows[0].pid])
      const release = () => client.query('COMMIT').finally(() => client.release())
      return { client, release, awaited: () => expect.poll(isAwaited, { timeout: 20_000 }).toHaveLength(1) }
    }
    const first = await hold(one)
    const erasing = show.host.call('POST', '/api/erasures', { customerId: customer.body.id })
    await first.awaited()
    await cancel(bookings[1]!)
    const second = await hold(two)
    await first.release()
    await second.awaited()
    const { rows } = await second.client.query(
      `SELECT pg_try_advisory_xact_lock(hashtext('waitlist'), $1) AS "isFree"`,
      [show.event.id],
    )
    await second.release()
    expect((await erasing).status).toBe(200)
    expect(rows).toEqual([{ isFree: true }])
    const slots = await app.rows('SELECT booked FROM time_slots WHERE event_id = $1', [show.event.id])
    expect(slots).toEqual([{ booked: 0 }, { booked: 0 }])
    await assertBookingInvariants(app, show.event.id, bookings)
  })

  test('is erased by an admin of the company from the list, and by no one else', async () => {
    const show = await makeFullShow()
    const guest = await join(show, 'event')
    const next = await join(show, 'event')
    await cancel(show.guest)
    const { id } = await find(guest.email)
    const staff = await makeUser(app, show.host.companyId, 'order management')
    expect((await staff.call('POST', '/api/erasures', { waitlistEntryId: id })).status).toBe(403)
    const coHost = await makeCoHost(app, show.event)
    expect((await coHost.call('POST', '/api/erasures', { waitlistEntryId: id })).status).toBe(404)
    const preview = await show.host.call('POST', '/api/erasures/preview', { waitlistEntryId: id })
    expect(preview.body).toMatchObject({ emails: [guest.email], bookings: 0, waits: 1 })
    expect(await find(guest.email)).toMatchObject({ status: 'offered' })
    expect((await show.host.call('POST', '/api/erasures', { waitlistEntryId: id })).status).toBe(200)
    expect(await find(next.email)).toMatchObject({ status: 'offered' })
    const { body } = await show.host.call('GET', '/api/activity?limit=1')
    expect(body).toMatchObject([
      { activity: 'waitlist.erased', actorName: 'Test User', subjectName: 'a guest', subjectId: id },
    ])
    await assertBookingInvariants(app, show.event.id, [show.guest])
  })

  test('is erased with that of old events', async () => {
    const show = await makeFullShow()
    await join(show, 'event')
    await app.rows(`UPDATE companies SET erase_guests_after_months = 1 WHERE id = $1`, [show.host.companyId])
    await app.rows(`UPDATE events SET event_date = event_date - 400 WHERE id = $1`, [show.event.id])
    await app.rows(`UPDATE waitlist_entries SET network_hash = 'network' WHERE event_id = $1`, [
      show.event.id,
    ])
    const files = await openFiles(app.config)
    const erase = () => eraseOldGuests({ config: app.config, db: databaseOf(app.pool), files })
    const left = () =>
      app.rows(
        `SELECT attendee_email AS email, network_hash AS network FROM waitlist_entries WHERE event_id = $1`,
        [show.event.id],
      )
    await erase()
    // Limits count the network for a day.
    expect(await left()).toEqual([{ email: '', network: 'network' }])
    await app.rows(
      `UPDATE waitlist_entries SET created_at = created_at - interval '1 day' WHERE event_id = $1`,
      [show.event.id],
    )
    await erase()
    expect(await left()).toEqual([{ email: '', network: null }])
  })
})
