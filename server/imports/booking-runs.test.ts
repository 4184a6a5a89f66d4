import { describe, expect, test, vi } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { log } from '../platform/log/log.ts'
import { startTestApp } from '../test/app.ts'
import { book, makeCompany, makeEvent } from '../test/factories.ts'
import { bookingImports, fileOf, killedAfterOneBatch, runStarted } from '../test/imports.ts'
import { whileUncommitted } from '../test/while-uncommitted.ts'
import { runImports } from './jobs.ts'
import { storeBookings } from './store-bookings.ts'

const app = startTestApp()

const { check, start, read, run, list, slotsOf } = bookingImports(app)

test('a time slot that was moved since its file was read takes no booking', async () => {
  const staff = await makeCompany(app)
  const { id: eventId, eventDate, slots } = await makeEvent(staff)
  const guest = { name: 'Nora Lind', email: 'nora@lind.test', phone: '', partySize: 1, notes: '' }
  const row = { ...guest, slotId: slots[0]!.id, spots: 1 }
  const store = (start: string) =>
    storeBookings(
      databaseOf(app.pool),
      { companyId: staff.companyId, userId: staff.id, eventId, newestId: 0 },
      [{ ...row, start: `${eventDate} ${start}` }],
    )
  expect(await store('09:00')).toEqual({ made: 0, known: 0, noSpot: 1 })
  expect(await store('10:00')).toEqual({ made: 1, known: 0, noSpot: 0 })
})

test('a full time slot takes no more, offers to the waitlist included, and the rest is counted', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff, { maxPartySize: 2 })
  await book(app, event.slots[1]!.id, { attendeeEmail: 'mae@ito.test' })
  // A spot on offer to the waitlist counts as booked, without a booking (decision 056).
  await app.rows('UPDATE time_slots SET booked = booked + 1 WHERE id = $1', [event.slots[1]!.id])
  const csv = fileOf(
    event.eventDate,
    'Nora Lind,nora@lind.test,DATE,10:00,1',
    'Ada Roy,ada@roy.test,DATE,10:00,2',
    'Zoe Roy,zoe@roy.test,DATE,10:00,1',
    'Lena Brandt,lena@brandt.test,DATE,10:30,1',
    'Mae Ito,MAE@ito.test,DATE,10:30,1',
  )
  const { checked, ended } = await run(staff, event.id, csv)
  expect(checked).toMatchObject({ good: 5, known: 1, noSpot: 2 })
  expect(ended).toMatchObject({ made: 2, known: 1, noSpot: 2, good: 5 })
  expect((await slotsOf(event.id)).slice(0, 2)).toEqual([
    { booked: 2, total_slots: 2 },
    { booked: 2, total_slots: 2 },
  ])
  expect((await list(staff, event.id)).map((of: { attendeeName: string }) => of.attendeeName)).toEqual([
    'Nora Lind',
    'Zoe Roy',
    'Grace Okafor',
  ])
})

describe('while guests book', () => {
  test('the last spot is sold once', async () => {
    const staff = await makeCompany(app)
    const event = await makeEvent(staff, { maxBookingsPerSlot: 1 })
    const { id } = (
      await check(staff, event.id, fileOf(event.eventDate, 'Nora Lind,nora@lind.test,DATE,10:00,'))
    ).body
    await start(staff, id)
    const slotId = event.slots[0]!.id
    const [, ...guests] = await whileUncommitted(
      app,
      'SELECT FROM time_slots WHERE id = $1 FOR UPDATE',
      [slotId],
      () =>
        Promise.all([
          runStarted(app),
          ...[1, 2].map((n) => book(app, slotId, { attendeeEmail: `guest${n}@mail.test` })),
        ]),
      3,
    )
    const { made, noSpot } = await read(staff, id)
    expect(made + guests.filter(({ status }) => status === 201).length).toBe(1)
    expect(made + noSpot).toBe(1)
    expect((await slotsOf(event.id))[0]).toEqual({ booked: 1, total_slots: 1 })
    expect(await list(staff, event.id)).toHaveLength(1)
  })

  test('no time slot is oversold, and its counter is the sum of its bookings', async () => {
    const staff = await makeCompany(app)
    const event = await makeEvent(staff)
    await app.rows('UPDATE time_slots SET total_slots = 10 WHERE event_id = $1', [event.id])
    const times = ['10:00', '10:30', '11:00', '11:30']
    const rows = Array.from({ length: 60 }, (_, n) => `Guest ${n},file${n}@mail.test,DATE,${times[n % 4]},`)
    const { id } = (await check(staff, event.id, fileOf(event.eventDate, ...rows))).body
    await start(staff, id)
    const [, ...answers] = await Promise.all([
      runStarted(app),
      ...Array.from({ length: 40 }, (_, n) =>
        book(app, event.slots[n % 4]!.id, { attendeeEmail: `guest${n}@mail.test` }),
      ),
    ])
    const { made, known, noSpot } = await read(staff, id)
    expect(made + noSpot).toBe(60)
    expect(known).toBe(0)
    expect(made + answers.filter(({ status }) => status === 201).length).toBe(40)
    expect(await slotsOf(event.id)).toEqual(times.map(() => ({ booked: 10, total_slots: 10 })))
    expect(await list(staff, event.id)).toHaveLength(40)
  })
})

test('a restarted import books no guest twice', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff)
  await app.rows('UPDATE time_slots SET total_slots = 100 WHERE event_id = $1', [event.id])
  const rows = Array.from({ length: 60 }, (_, n) => `Guest ${n},guest${n}@mail.test,DATE,10:00,`)
  const { id } = (await check(staff, event.id, fileOf(event.eventDate, ...rows))).body
  await start(staff, id)
  const dying = killedAfterOneBatch(app)
  await expect(runImports({ db: dying, config: app.config })).rejects.toThrow('killed')
  expect(await read(staff, id)).toMatchObject({ state: 'running', done: 25, made: 25 })
  await app.rows('UPDATE imports SET held_until = now() WHERE id = $1', [id])
  await Promise.all([runStarted(app), runStarted(app)])
  expect(await read(staff, id)).toMatchObject({ state: 'done', done: 60, made: 60, known: 0 })
  expect((await slotsOf(event.id))[0]).toMatchObject({ booked: 60 })
})

test('a booking that was moved, or canceled, stays so when its file is imported again', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff)
  const csv = fileOf(
    event.eventDate,
    'Nora Lind,nora@lind.test,DATE,10:00,',
    'Lena Brandt,lena@brandt.test,DATE,10:00,',
  )
  await run(staff, event.id, csv)
  const [nora, lena] = await list(staff, event.id)
  await staff.call('PATCH', `/api/bookings/${nora.id}/reschedule`, { newTimeSlotId: event.slots[2]!.id })
  await staff.call('PATCH', `/api/bookings/${lena.id}/cancel`)
  expect((await run(staff, event.id, csv)).ended).toMatchObject({ made: 0, known: 2 })
  expect((await slotsOf(event.id)).map(({ booked }) => booked)).toEqual([0, 0, 1, 0])
})

test('a time slot that is hidden after the check takes no row', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff)
  const csv = fileOf(
    event.eventDate,
    'Nora Lind,nora@lind.test,DATE,10:00,',
    'Ada Roy,ada@roy.test,DATE,10:30,',
  )
  const { id } = (await check(staff, event.id, csv)).body
  await staff.call('PATCH', `/api/timeslots/${event.slots[0]!.id}`, { isAvailable: false })
  await start(staff, id)
  await runStarted(app)
  expect(await read(staff, id)).toMatchObject({ state: 'done', rows: 2, good: 1, made: 1, noSpot: 0 })
})

test('an event that is deleted while its import runs takes the import with it', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff)
  const { id } = (
    await check(staff, event.id, fileOf(event.eventDate, 'Nora Lind,nora@lind.test,DATE,10:00,'))
  ).body
  await start(staff, id)
  const error = vi.spyOn(log, 'error')
  // Deleted once the import is claimed, before its file is read.
  const deleting = new Proxy(databaseOf(app.pool), {
    get: (db, key) => {
      if (key !== 'select') return Reflect.get(db, key)
      return (columns: object) => ({
        from: (table: object) => ({
          where: async (condition: never) => {
            await staff.call('DELETE', `/api/events/${event.id}`)
            return db
              .select(columns as never)
              .from(table as never)
              .where(condition)
          },
        }),
      })
    },
  })
  await runImports({ db: deleting, config: app.config })
  expect(error).not.toHaveBeenCalled()
  expect((await staff.call('GET', `/api/imports/${id}`)).status).toBe(404)
})
