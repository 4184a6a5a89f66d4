import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp } from '../test/app.ts'
import { book, bookingNumber, makeCompany, makeEvent, tokenOf } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { untilBlocked } from '../test/while-uncommitted.ts'

const app = startTestApp()

const numberOf = (answer: Answer) => bookingNumber(app, answer.body.id)

/** An event with one slot of this many spots. */
async function makeSmallShow(places: number) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { endTime: '11:00', slotDuration: 30 })
  const slot = event.slots[0]!
  await host.call('PATCH', `/api/timeslots/${slot.id}`, { totalSlots: places })
  return { host, event, slot, other: event.slots[1]! }
}

describe('200 guests and 5 spots', () => {
  test('oversell when code checks first and then inserts: the race is real', async () => {
    await app.rows('CREATE TABLE unguarded (id int GENERATED ALWAYS AS IDENTITY, slot int NOT NULL)')
    const checkThenInsert = async () => {
      const [{ sold }] = (await app.rows<{ sold: number }>(
        'SELECT count(*)::int AS sold FROM unguarded',
      )) as [{ sold: number }]
      if (sold < 5) await app.rows('INSERT INTO unguarded (slot) VALUES (1)')
    }
    await Promise.all(Array.from({ length: 200 }, checkThenInsert))
    const [row] = await app.rows<{ sold: number }>('SELECT count(*)::int AS sold FROM unguarded')
    expect(row!.sold).toBeGreaterThan(5)
  })

  test('book exactly 5, and the other 195 get alternatives', async () => {
    const { event, slot } = await makeSmallShow(5)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        book(app, slot.id, { attendeeEmail: `guest${index}@mail.test` }),
      ),
    )
    const won = answers.filter((answer) => answer.status === 201)
    const lost = answers.filter((answer) => answer.status === 409)
    expect([won.length, lost.length]).toEqual([5, 195])
    for (const answer of lost) {
      expect(answer.body.code).toBe('full')
      expect(answer.body.alternatives).toHaveLength(1)
    }
    await assertBookingInvariants(app, event.id, won.map(tokenOf))
  })
})

describe('parties of mixed sizes for the last 2 spots', () => {
  const sizes = Array.from({ length: 50 }, (_, index) => (index === 20 ? 3 : 1 + (index % 4)))

  test('oversell when code checks first and then inserts: the race is real', async () => {
    await app.rows('CREATE TABLE unguarded_parties (size int NOT NULL)')
    const checkThenInsert = async (size: number) => {
      const [row] = await app.rows<{ sold: number }>(
        'SELECT coalesce(sum(size), 0)::int AS sold FROM unguarded_parties',
      )
      if (row!.sold + size <= 2) await app.rows(`INSERT INTO unguarded_parties VALUES (${size})`)
    }
    await Promise.all(sizes.map(checkThenInsert))
    const [row] = await app.rows<{ sold: number }>('SELECT sum(size)::int AS sold FROM unguarded_parties')
    expect(row!.sold).toBeGreaterThan(2)
  })

  test.each([
    ['a spot for each of them', true],
    ['one spot for all of them', false],
  ])('with %s never take more, and none is refused that would have fitted', async (_, spotPerGuest) => {
    const host = await makeCompany(app)
    const event = await makeEvent(host, { maxBookingsPerSlot: 5, maxPartySize: 4, spotPerGuest })
    const slot = event.slots[0]!
    await host.call('PATCH', `/api/timeslots/${slot.id}`, { totalSlots: 6 })
    const spotsOf = (size: number) => (spotPerGuest ? size : 1)
    const first = await book(app, slot.id, { partySize: 4 })
    await host.call('PATCH', `/api/timeslots/${slot.id}`, { totalSlots: spotsOf(4) + 2 })

    const answers = await Promise.all(
      sizes.map(async (size, index) => {
        const guest = { attendeeEmail: `guest${index}@mail.test`, partySize: size }
        return { size, ...(await book(app, slot.id, guest)) }
      }),
    )
    const won = answers.filter(({ status }) => status === 201)
    const lost = answers.filter(({ status }) => status !== 201)
    const left = 2 - won.reduce((sum, { size }) => sum + spotsOf(size), 0)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(lost.filter(({ body }) => body.code !== 'full')).toEqual([])
    expect(lost.filter(({ size }) => spotsOf(size) <= left)).toEqual([])
    for (const { size, body } of lost) {
      expect(body.alternatives).toHaveLength(3)
      for (const { availableSpots } of body.alternatives)
        expect(availableSpots).toBeGreaterThanOrEqual(spotsOf(size))
    }
    expect(
      await app.rows('SELECT total_slots - booked AS left FROM time_slots WHERE id = $1', [slot.id]),
    ).toEqual([{ left }])
    await assertBookingInvariants(app, event.id, [first, ...won].map(tokenOf))
  })
})

test('two cancellations of one booking free one spot', async () => {
  const { host, event, slot } = await makeSmallShow(2)
  const [first, second] = [await book(app, slot.id), await book(app, slot.id)]
  const link = `/api/bookings/${first.body.id}/cancel`
  const answers = await Promise.all([
    app.call('GET', link),
    app.call('GET', link),
    host.call('PATCH', `/api/bookings/${await numberOf(first)}/cancel`),
    app.call('GET', link),
  ])
  expect(answers.map((answer) => answer.status).filter((status) => ![200, 409].includes(status))).toEqual([])
  const [stored] = await app.rows('SELECT booked FROM time_slots WHERE id = $1', [slot.id])
  expect(stored).toEqual({ booked: 1 })
  await assertBookingInvariants(app, event.id, [tokenOf(first), tokenOf(second)])
})

test('a freed spot goes to one of the guests waiting for it', async () => {
  const { event, slot } = await makeSmallShow(1)
  const holder = await book(app, slot.id)
  const [canceled, ...answers] = await Promise.all([
    app.call('GET', `/api/bookings/${holder.body.id}/cancel`),
    ...Array.from({ length: 30 }, () => book(app, slot.id)),
  ])
  expect(canceled!.status).toBe(200)
  const won = answers.filter((answer) => answer.status === 201)
  expect(won.length).toBeLessThanOrEqual(1)
  expect(answers.filter((answer) => ![201, 409].includes(answer.status))).toEqual([])
  await assertBookingInvariants(app, event.id, [holder, ...won].map(tokenOf))
})

test('a cancellation that waits for a reschedule frees the spot in the new slot', async () => {
  const { event, slot, other } = await makeSmallShow(1)
  const booked = await book(app, slot.id)
  const mover = await app.pool.connect()
  try {
    await mover.query('BEGIN')
    await mover.query('UPDATE bookings SET time_slot_id = $1 WHERE id = $2', [
      other.id,
      await numberOf(booked),
    ])
    await mover.query('UPDATE time_slots SET booked = 1 WHERE id = $1', [other.id])
    await mover.query('UPDATE time_slots SET booked = 0 WHERE id = $1', [slot.id])
    const canceled = app.call('GET', `/api/bookings/${booked.body.id}/cancel`)
    await untilBlocked(app)
    await mover.query('COMMIT')
    expect(await canceled).toMatchObject({ status: 200 })
  } finally {
    mover.release()
  }
  await assertBookingInvariants(app, event.id, [tokenOf(booked)])
})

test('a retry during a reschedule of its first booking returns the first result', async () => {
  const { event, slot, other } = await makeSmallShow(2)
  const key = { 'idempotency-key': `${event.id}-crossing` }
  const first = await book(app, slot.id, {}, key)
  const mover = await app.pool.connect()
  try {
    await mover.query(`SET deadlock_timeout = '20s'`) // so that PostgreSQL aborts the retry
    await mover.query('BEGIN')
    await mover.query('UPDATE bookings SET time_slot_id = $1 WHERE id = $2', [
      other.id,
      await numberOf(first),
    ])
    const repeat = book(app, slot.id, {}, key)
    await untilBlocked(app)
    await mover.query('UPDATE time_slots SET booked = booked - 1 WHERE id = $1', [slot.id])
    await mover.query('UPDATE time_slots SET booked = booked + 1 WHERE id = $1', [other.id])
    await mover.query('COMMIT')
    expect(await repeat).toMatchObject({ status: 201, body: first.body })
  } finally {
    mover.release(true)
  }
  await assertBookingInvariants(app, event.id, [tokenOf(first)])
})

test('concurrent reschedules in opposite directions neither deadlock nor oversell', async () => {
  const { host, event, slot, other } = await makeSmallShow(3)
  await host.call('PATCH', `/api/timeslots/${other.id}`, { totalSlots: 3 })
  const bookings = await Promise.all([slot, slot, other, other].map(({ id }) => book(app, id)))
  for (let round = 0; round < 10; round++) {
    const targets = round % 2 === 0 ? [other, other, slot, slot] : [slot, slot, other, other]
    const answers = await Promise.all([
      ...bookings.map((booking, index) =>
        app.call('POST', `/api/bookings/manage/${booking.body.id}/reschedule`, {
          newTimeSlotId: targets[index]!.id,
        }),
      ),
      host.call('PATCH', `/api/timeslots/${slot.id}`, { totalSlots: 2 + (round % 2) }),
    ])
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
    await assertBookingInvariants(app, event.id, bookings.map(tokenOf))
  }
})

test('two hundred retries with twenty keys take twenty spots', async () => {
  const { event, slot } = await makeSmallShow(100)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      book(
        app,
        slot.id,
        { attendeeName: `Guest ${index % 20}` },
        { 'idempotency-key': `${event.id}-${index % 20}` },
      ),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(200).fill(201))
  expect(new Set(answers.map(tokenOf)).size).toBe(20)
  await assertBookingInvariants(app, event.id, answers.map(tokenOf))
})
