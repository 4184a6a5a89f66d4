import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signId } from '../platform/http/tokens.ts'
import { startTestApp, unique } from '../test/app.ts'
import { book, bookingNumber, dayAhead, eventForm, makeCompany, makeEvent } from '../test/factories.ts'

const app = startTestApp()

const json = { accept: 'application/json' }

async function makeShow(changes = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, changes)
  return { host, event, slots: event.slots }
}

/** The signature in links of earlier versions. */
const hmacOf = (text: string) =>
  createHmac('sha256', app.config.appSecret).update(text).digest('hex').slice(0, 32)

function mailsOf(token: string) {
  return app.rows(
    `SELECT email_type, email_notifications.status FROM email_notifications JOIN bookings ON bookings.id = booking_id
     WHERE public_id = split_part($1, '-', 1) ORDER BY email_notifications.id`,
    [token],
  )
}

describe('a guest books', () => {
  test('takes a spot, stores the booking, and queues both emails', async () => {
    const { host, event, slots } = await makeShow()
    const wakes = app.wakes
    const answer = await book(app, slots[0]!.id)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}-[0-9a-f]{32}$/),
      timeSlotId: slots[0]!.id,
      attendeeName: 'Grace Okafor',
      partySize: 1,
      spots: 1,
      attendeeEmail: 'grace@okafor.test',
      status: 'active',
      isComing: false,
      slotDate: event.eventDate,
      startTime: '10:00',
      endTime: '10:30',
    })
    expect(app.wakes).toBe(wakes + 1)
    expect(await mailsOf(answer.body.id)).toEqual([
      { email_type: 'booking_confirmation', status: 'pending' },
      { email_type: 'booking_notice', status: 'pending' },
    ])
    const after = await app.call('GET', `/api/events/${event.id}/timeslots`)
    expect(after.body[0]).toMatchObject({ id: slots[0]!.id, totalSlots: 2, availableSpots: 1 })
    const list = await host.call('GET', `/api/events/${event.id}/bookings`)
    expect(list.body).toMatchObject([
      { id: await bookingNumber(app, answer.body.id), attendeeName: 'Grace Okafor' },
    ])
  })

  test.each([
    [{ attendeeName: '  ' }, { attendeeName: 'Name is required' }],
    [{ attendeeName: undefined }, { attendeeName: 'Name is required' }],
    [{ attendeeName: 'x'.repeat(101) }, { attendeeName: 'Name must be 100 characters or less' }],
    [{ attendeeEmail: 'nowhere' }, { attendeeEmail: 'Invalid email address' }],
    [{ attendeeEmail: '' }, { attendeeEmail: 'Enter your email.' }],
    [
      { attendeeName: '', attendeeEmail: '' },
      { attendeeName: 'Name is required', attendeeEmail: 'Enter your email.' },
    ],
  ])('is rejected with %j, with a message at each field', async (typed, fields) => {
    const { slots } = await makeShow()
    const answer = await book(app, slots[0]!.id, typed)
    const [message] = Object.values(fields)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message, error: message, fields } })
  })

  test('gets the nearest open times when the slot is full', async () => {
    const { slots } = await makeShow({ maxBookingsPerSlot: 1 })
    await book(app, slots[1]!.id)
    const answer = await book(app, slots[1]!.id)
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'full', message: 'This time slot is fully booked. Please choose another time.' },
    })
    const nearest = answer.body.alternatives.map((slot: { startTime: string }) => slot.startTime)
    expect(nearest).toEqual(['10:00', '11:00', '11:30'])
  })

  test('cannot book a hidden slot, one outside the hours, or one that has passed', async () => {
    const { host, event, slots } = await makeShow()
    await host.call('PATCH', `/api/timeslots/${slots[0]!.id}`, { isAvailable: false })
    const hidden = await book(app, slots[0]!.id)
    expect(hidden).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(hidden.body.alternatives).toHaveLength(3)

    const late = await host.call('POST', `/api/events/${event.id}/timeslots`, {
      slotDate: event.eventDate,
      startTime: '19:00',
      endTime: '19:30',
      totalSlots: 2,
    })
    expect(await book(app, late.body.id)).toMatchObject({ status: 409, body: { code: 'conflict' } })

    const past = await makeShow({ eventDate: dayAhead(-2) })
    expect(await book(app, past.slots[0]!.id)).toMatchObject({ status: 409, body: { code: 'passed' } })
  })

  test('cannot book at an inactive event, and gets 404 for an unknown slot', async () => {
    const { host, event, slots } = await makeShow()
    await host.call('PUT', `/api/events/${event.id}`, eventForm({ isActive: false }))
    expect(await book(app, slots[0]!.id)).toMatchObject({
      status: 409,
      body: { message: 'This event is not currently taking appointments' },
    })
    expect((await book(app, 2_000_000_000)).status).toBe(404)
    expect((await app.call('POST', '/api/timeslots/none/book', {})).status).toBe(404)
  })

  test('can book two spots with one email', async () => {
    const { slots } = await makeShow()
    expect((await book(app, slots[0]!.id)).status).toBe(201)
    expect((await book(app, slots[0]!.id)).status).toBe(201)
  })
})

describe('a double submit', () => {
  test('with the same key returns the first booking and takes one spot', async () => {
    const { event, slots } = await makeShow({ maxBookingsPerSlot: 1 })
    const key = { 'idempotency-key': unique('key') }
    const answers = await Promise.all(Array.from({ length: 10 }, () => book(app, slots[0]!.id, {}, key)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(9)
    expect(await app.rows('SELECT id FROM bookings WHERE event_id = $1', [event.id])).toHaveLength(1)
  })

  test('returns the same after the booking was rescheduled', async () => {
    const { slots } = await makeShow()
    const key = { 'idempotency-key': unique('key') }
    const first = await book(app, slots[0]!.id, {}, key)
    await app.call('POST', `/api/bookings/manage/${first.body.id}/reschedule`, {
      newTimeSlotId: slots[2]!.id,
    })
    expect((await book(app, slots[0]!.id, {}, key)).body).toEqual(first.body)
  })

  test('with the same key and other data is rejected', async () => {
    const { slots } = await makeShow()
    const key = { 'idempotency-key': unique('key') }
    await book(app, slots[0]!.id, {}, key)
    for (const [slot, name] of [
      [slots[1], 'Grace Okafor'],
      [slots[0], 'Lena Fischer'],
    ] as const) {
      const answer = await book(app, slot!.id, { attendeeName: name }, key)
      expect(answer).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    }
  })

  test('is replayed for 24 hours, and its key is rejected after that', async () => {
    const { event, slots } = await makeShow()
    const key = { 'idempotency-key': unique('key') }
    const first = await book(app, slots[0]!.id, {}, key)
    const againAfter = async (age: string) => {
      await app.rows('UPDATE bookings SET created_at = now() - $2::interval WHERE event_id = $1', [
        event.id,
        age,
      ])
      return book(app, slots[0]!.id, {}, key)
    }
    expect(await againAfter('23 hours 55 minutes')).toMatchObject({
      status: 201,
      body: first.body,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(await againAfter('24 hours 5 minutes')).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    })
    expect(await app.rows('SELECT id FROM bookings WHERE event_id = $1', [event.id])).toHaveLength(1)
  })

  test('does not store rejections: the key works for another time', async () => {
    const { slots } = await makeShow({ maxBookingsPerSlot: 1 })
    await book(app, slots[0]!.id)
    const key = { 'idempotency-key': unique('key') }
    expect((await book(app, slots[0]!.id, {}, key)).status).toBe(409)
    expect((await book(app, slots[1]!.id, {}, key)).status).toBe(201)
  })

  test('with a key of another event is a new booking', async () => {
    const [one, other] = await Promise.all([makeShow(), makeShow()])
    const key = { 'idempotency-key': unique('key') }
    const first = await book(app, one.slots[0]!.id, {}, key)
    const second = await book(app, other.slots[0]!.id, {}, key)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).not.toBe(first.body.id)
  })
})

describe('the link in an email', () => {
  test('shows, reschedules, and cancels its booking', async () => {
    const { event, slots } = await makeShow()
    const { body: booked } = await book(app, slots[0]!.id)
    expect((await app.call('GET', `/api/bookings/manage/${booked.id}`)).body).toEqual(booked)

    const moved = await app.call('POST', `/api/bookings/manage/${booked.id}/reschedule`, {
      newTimeSlotId: slots[3]!.id,
    })
    expect(moved).toMatchObject({ status: 200, body: { id: booked.id, startTime: '11:30' } })
    const { body: after } = await app.call('GET', `/api/events/${event.id}/timeslots`)
    expect(after.map((slot: { availableSpots: number }) => slot.availableSpots)).toEqual([2, 2, 2, 1])

    for (const _twice of [1, 2]) {
      const canceled = await app.call('GET', `/api/bookings/${booked.id}/cancel`, undefined, json)
      expect(canceled).toMatchObject({
        status: 200,
        body: {
          success: true,
          event: { id: event.id, name: event.name, eventDate: event.eventDate, location: event.location },
          timeSlot: { slotDate: event.eventDate, startTime: '11:30', endTime: '12:00' },
        },
      })
    }
    const { body: freed } = await app.call('GET', `/api/events/${event.id}/timeslots`)
    expect(freed.map((slot: { availableSpots: number }) => slot.availableSpots)).toEqual([2, 2, 2, 2])
    const kinds = (await mailsOf(booked.id)).map((mail) => mail.email_type)
    expect(kinds.filter((kind) => kind === 'booking_cancelled')).toHaveLength(1)
  })

  test('starts with a random id in the API, pages, emails, and calendars, so that it reveals no count', async () => {
    const { slots } = await makeShow()
    const answers = [await book(app, slots[0]!.id), await book(app, slots[0]!.id)]
    const tokens = answers.map(({ body }) => body.id as string)
    for (const [index, token] of tokens.entries()) {
      expect(token).toMatch(/^[0-9a-f]{16}-[0-9a-f]{32}$/)
      const number = await bookingNumber(app, token)
      const calendar = await app.call('GET', `/booking/${token}/appointment.ics`)
      expect(calendar.text).toContain(`UID:booking-${token.split('-')[0]}@`)
      const page = await app.call('GET', `/booking/${token}`, undefined, { accept: 'text/html' })
      for (const { text } of [answers[index]!, calendar, page])
        expect(text).not.toMatch(new RegExp(`"id":${number}\\b|booking[-/]${number}\\b`))
    }
    expect(new Set(tokens.map((token) => token.split('-')[0])).size).toBe(2)
  })

  test('of an older booking has its number and still works, in calendars too', async () => {
    const { slots } = await makeShow()
    const { body: booked } = await book(app, slots[0]!.id)
    const number = await bookingNumber(app, booked.id)
    await app.rows('UPDATE bookings SET public_id = id::text WHERE id = $1', [number])
    const token = `${number}-${hmacOf(`booking:${number}`)}`
    expect((await app.call('GET', `/api/bookings/manage/${token}`)).body).toMatchObject({ id: token })
    const calendar = await app.call('GET', `/booking/${token}/appointment.ics`)
    expect(calendar.text).toContain(`UID:booking-${number}@`)
    expect((await app.call('GET', `/api/bookings/${token}/cancel`)).status).toBe(200)
    expect((await app.call('GET', `/api/bookings/manage/${booked.id}`)).status).toBe(404)
  })

  test('is 404 when it is a bare number, truncated, changed, or for another purpose', async () => {
    const { event, slots } = await makeShow()
    const { body: booked } = await book(app, slots[0]!.id)
    const [publicId, signature] = booked.id.split('-')
    const number = await bookingNumber(app, booked.id)
    const other = await book(app, slots[0]!.id)
    const { text } = await app.call('GET', `/event/${event.urlSlug}`, undefined, { accept: 'text/html' })
    expect(text).toContain(event.name)
    for (const token of [
      publicId,
      `${publicId}-`,
      booked.id.slice(0, -1),
      `${other.body.id.split('-')[0]}-${signature}`,
      `0${booked.id}`,
      booked.id.toUpperCase(),
      String(number),
      `${number}-${signature}`,
      signId(app.config, 'booking', String(number)),
      signId(app.config, 'event', publicId),
    ].filter((token) => token !== booked.id)) {
      for (const [method, url] of [
        ['GET', `/api/bookings/manage/${token}`],
        ['GET', `/api/bookings/${token}/cancel`],
        ['GET', `/booking/${token}`],
        ['GET', `/booking/${token}/appointment.ics`],
        ['GET', `/cancel-booking/${token}`],
        ['POST', `/cancel-booking/${token}`],
      ] as const) {
        expect((await app.call(method, url)).status, `${method} ${url}`).toBe(404)
      }
      const move = await app.call('POST', `/api/bookings/manage/${token}/reschedule`, {
        newTimeSlotId: slots[1]!.id,
      })
      expect(move.status).toBe(404)
    }
    expect((await app.call('GET', `/api/bookings/manage/${booked.id}`)).body.status).toBe('active')
  })

  test('changes nothing when email programs and scanners open it', async () => {
    const { slots } = await makeShow()
    const { body: booked } = await book(app, slots[0]!.id)
    const browser = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const visits: [string, Record<string, string>][] = [
      ['HEAD', json],
      ['GET', { accept: 'text/html' }],
      ['GET', { accept: '*/*' }],
      ['GET', { ...json, ...browser }],
      [
        'GET',
        { ...json, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      ],
      [
        'GET',
        { ...json, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      ],
      ['GET', { ...json, 'sec-fetch-mode': 'navigate' }],
      ['GET', { ...json, 'sec-purpose': 'prefetch' }],
      ['GET', { ...json, purpose: 'prefetch' }],
      ['GET', { ...json, origin: 'https://elsewhere.test' }],
      ['GET', { ...json, origin: 'null' }],
    ]
    const addresses = [
      `/booking/${booked.id}`,
      `/booking/${booked.id}/appointment.ics`,
      `/cancel-booking/${booked.id}`,
      `/api/bookings/${booked.id}/cancel`,
    ]
    for (const url of addresses) {
      for (const [method, headers] of visits) {
        const answer = await app.call(method as 'GET', url, undefined, headers)
        if (url.startsWith('/api/') && method === 'GET') expect(answer.status).toBe(403)
      }
    }
    for (const url of [`/cancel-booking/${booked.id}`, `/booking/${booked.id}/reschedule`]) {
      const foreign = await app.call('POST', url, new FormData(), { 'sec-fetch-site': 'cross-site' })
      expect(foreign.status).toBe(403)
    }
    expect((await app.call('GET', `/api/bookings/manage/${booked.id}`)).body.status).toBe('active')
    expect(await mailsOf(booked.id)).toHaveLength(2)

    const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    const plain = { 'sec-fetch-mode': 'cors' }
    for (const headers of [page, {}, plain]) {
      const { body: mine } = await book(app, slots[0]!.id)
      const meant = await app.call('GET', `/api/bookings/${mine.id}/cancel`, undefined, {
        ...json,
        ...headers,
      })
      expect(meant.status).toBe(200)
    }
  })

  test('no longer reschedules or cancels once the appointment has started', async () => {
    const { slots } = await makeShow()
    const { body: booked } = await book(app, slots[0]!.id)
    await app.rows('UPDATE time_slots SET slot_date = $2 WHERE id = $1', [slots[0]!.id, dayAhead(-1)])
    const started = 'This appointment has already started, so it can’t be changed.'
    const cancel = await app.call('GET', `/api/bookings/${booked.id}/cancel`, undefined, json)
    expect(cancel).toMatchObject({ status: 409, body: { code: 'passed', message: started } })
    const move = await app.call('POST', `/api/bookings/manage/${booked.id}/reschedule`, {
      newTimeSlotId: slots[1]!.id,
    })
    expect(move).toMatchObject({ status: 409, body: { code: 'passed', message: started } })
  })
})

describe('rescheduling', () => {
  test('is rejected for a full or hidden slot, another event’s or the same slot, and a canceled booking', async () => {
    const { host, slots } = await makeShow({ maxBookingsPerSlot: 1 })
    const foreign = await makeShow()
    const { body: booked } = await book(app, slots[0]!.id)
    await book(app, slots[1]!.id)
    await host.call('PATCH', `/api/timeslots/${slots[2]!.id}`, { isAvailable: false })
    const id = await bookingNumber(app, booked.id)
    const refusals = [
      [slots[1]!.id, 409, 'full'],
      [slots[2]!.id, 409, 'conflict'],
      [slots[0]!.id, 409, 'conflict'],
      [foreign.slots[0]!.id, 404, 'not_found'],
      [2_000_000_000, 404, 'not_found'],
    ] as const
    for (const [newTimeSlotId, status, code] of refusals) {
      const visitor = await app.call('POST', `/api/bookings/manage/${booked.id}/reschedule`, {
        newTimeSlotId,
      })
      const hosts = await host.call('PATCH', `/api/bookings/${id}/reschedule`, { newTimeSlotId })
      expect(visitor).toMatchObject({ status, body: { code } })
      expect(hosts).toMatchObject({ status, body: { code } })
      if (code === 'full') {
        const offered = visitor.body.alternatives.map((slot: { id: number }) => slot.id)
        expect(offered).toEqual([slots[3]!.id])
      }
    }
    for (const newTimeSlotId of [undefined, 'x']) {
      const answer = await host.call('PATCH', `/api/bookings/${id}/reschedule`, { newTimeSlotId })
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { newTimeSlotId: 'No time slot selected' } },
      })
    }
    await host.call('PATCH', `/api/bookings/${id}/cancel`)
    const canceled = await host.call('PATCH', `/api/bookings/${id}/reschedule`, {
      newTimeSlotId: slots[3]!.id,
    })
    expect(canceled).toMatchObject({ status: 409, body: { message: 'This booking is already canceled.' } })
  })

  test('by the guest is rejected after twenty times, while the host still can', async () => {
    const { host, slots } = await makeShow()
    const { body: booked } = await book(app, slots[0]!.id)
    const move = (times: number) =>
      app.call('POST', `/api/bookings/manage/${booked.id}/reschedule`, {
        newTimeSlotId: slots[(times + 1) % 2]!.id,
      })
    for (let times = 0; times < 20; times++) expect((await move(times)).status).toBe(200)
    expect(await move(20)).toMatchObject({ status: 429, body: { code: 'too_many' } })
    const id = await bookingNumber(app, booked.id)
    const moved = await host.call('PATCH', `/api/bookings/${id}/reschedule`, { newTimeSlotId: slots[2]!.id })
    expect(moved.status).toBe(200)
  })

  test('by the host emails both and keeps the guest’s link', async () => {
    const { host, slots } = await makeShow()
    const { body: booked } = await book(app, slots[0]!.id)
    const id = await bookingNumber(app, booked.id)
    const moved = await host.call('PATCH', `/api/bookings/${id}/reschedule`, { newTimeSlotId: slots[1]!.id })
    expect(moved).toMatchObject({ status: 200, body: { id, timeSlotId: slots[1]!.id } })
    const kinds = (await mailsOf(booked.id)).map((mail) => mail.email_type)
    expect(kinds.slice(2)).toEqual(['booking_rescheduled', 'booking_rescheduled_notice'])
    expect((await app.call('GET', `/api/bookings/manage/${booked.id}`)).body.startTime).toBe('10:30')
  })
})

describe('the host’s list', () => {
  test('is sorted by time with canceled ones last, has pages, and never shows a guest’s link', async () => {
    const { host, event, slots } = await makeShow()
    const names = ['Third', 'First', 'Gone', 'Second']
    const at = [slots[2], slots[0], slots[0], slots[1]]
    for (const [index, attendeeName] of names.entries()) await book(app, at[index]!.id, { attendeeName })
    const all = await host.call('GET', `/api/events/${event.id}/bookings`)
    const gone = all.body.find((booking: { attendeeName: string }) => booking.attendeeName === 'Gone')
    expect((await host.call('PATCH', `/api/bookings/${gone.id}/cancel`)).status).toBe(200)
    expect((await host.call('PATCH', `/api/bookings/${gone.id}/cancel`)).status).toBe(409)

    const seen: string[] = []
    let url: string | undefined = `/api/events/${event.id}/bookings?limit=3`
    while (url) {
      const page = await host.call('GET', url)
      expect(page.text).not.toMatch(/[0-9a-f]{32}/)
      seen.push(...page.body.map((booking: { attendeeName: string }) => booking.attendeeName))
      url = /<(.+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(['First', 'Second', 'Third', 'Gone'])
  })

  test('rejects unknown parameters and forged cursors', async () => {
    const { host, event } = await makeShow()
    for (const query of ['page=2', 'limit=501', 'limit=0', 'cursor=nonsense', 'cursor=WzFd']) {
      const answer = await host.call('GET', `/api/events/${event.id}/bookings?${query}`)
      expect(answer, query).toMatchObject({ status: 400, body: { code: 'invalid' } })
    }
  })
})
