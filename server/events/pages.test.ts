import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { oneLine } from '@trunkshow/contract/person.ts'
import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { book, dayAhead, eventForm, makeCompany, makeEvent } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { decodeEntities, openPage } from '../test/visitor-page.ts'

const app = startTestApp()

async function makeShow(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, changes)
  const address = `/event/${event.urlSlug}`
  return {
    host,
    event,
    slots: event.slots,
    address,
    open: () => openPage<EventPage>(app, address),
    /** Posts the page's form like a browser without scripts. */
    post: (form: Record<string, string>, headers: Record<string, string> = {}) =>
      openPage<EventPage>(app, address, { form, headers }),
    bookings: () => app.rows('SELECT * FROM bookings WHERE event_id = $1 ORDER BY id', [event.id]),
  }
}

const visitor = { attendeeName: 'Grace Okafor', attendeeEmail: 'grace@okafor.test' }

/** Returns the attributes of a form's fields, in page order. */
function fieldsOf(html: string, name: string) {
  const inputs = [...html.matchAll(/<input\b((?:"[^"]*"|[^">])*)>/g)].map(([, attributes]) => attributes!)
  return inputs
    .map((attributes) => ({
      name: /\bname="([^"]*)"/.exec(attributes)?.[1],
      value: decodeEntities(/\bvalue="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      checked: /\bchecked\b/.test(attributes),
      disabled: /\bdisabled\b/.test(attributes),
    }))
    .filter((field) => field.name === name)
}

const valueIn = (html: string, name: string) => fieldsOf(html, name)[0]?.value

describe('the event page, without scripts', () => {
  test('has all 40 slots over 3 days in its HTML, which can be selected and posted', async () => {
    const { host, event, open } = await makeShow({
      isMultiDay: true,
      endDate: dayAhead(32),
      startTime: '10:00',
      endTime: '13:20',
      slotDuration: 15,
    })
    await host.call('POST', `/api/events/${event.id}/timeslots`, {
      slotDate: dayAhead(32),
      startTime: '13:15',
      endTime: '13:20',
      totalSlots: 7,
    })
    const { body: slots } = await app.call('GET', `/api/events/${event.id}/timeslots`)
    expect(slots).toHaveLength(40)

    const page = await open()
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(slots).toMatchObject(page.content.slots!)
    const radios = fieldsOf(page.text, 'timeSlotId')
    expect(radios.map((radio) => radio.value)).toEqual(slots.map((slot: { id: number }) => String(slot.id)))
    expect(radios.some((radio) => radio.checked || radio.disabled)).toBe(false)
    // The times of each date are under its heading, in order.
    const days = [dayAhead(30), dayAhead(31), dayAhead(32)]
    const [before, ...parts] = page.read.split(new RegExp(days.map(formatDay).join('|')))
    expect(parts).toHaveLength(3)
    expect(before).toContain('Available Appointments 85 of 85')
    for (const [index, date] of days.entries()) {
      const times = slots
        .filter((slot: { slotDate: string }) => slot.slotDate === date)
        .map(
          (slot: { startTime: string; totalSlots: number }) =>
            `${formatTime(slot.startTime)} ${slot.totalSlots} Available`,
        )
      expect(parts[index]!.trim().startsWith(times.join(' '))).toBe(true)
    }
    const form = /<form\b[^>]*>/.exec(page.text)?.[0]
    expect(form).toContain(`action="/event/${event.urlSlug}#`)
    expect(form).toContain('method="post"')
    expect(form?.toLowerCase()).toContain('enctype="multipart/form-data"')
    expect(page.text).toMatch(/<button type="submit"/)
  })

  test('shows the event: name, host, date, hours, length, location, contact, and description', async () => {
    const { open } = await makeShow({ eventDate: '2027-04-16', isMultiDay: true, endDate: '2027-04-18' })
    const { read, text } = await open()
    for (const shown of [
      'Spring Bridal Trunk Show',
      'Hosted by Maison Vale',
      'April 16 – 18, 2027',
      '10:00 AM – 12:00 PM EDT',
      '30-minute appointments',
      '12 Mercer Street, New York',
      'hello@vale.test',
      'Try the new season before it reaches the shop.',
    ]) {
      expect(read).toContain(shown)
    }
    expect(text).toContain('href="mailto:hello@vale.test"')
    expect(text).toContain('<title>Spring Bridal Trunk Show · Maison Vale</title>')
  })

  test('shows a full slot as Fully Booked, which cannot be selected', async () => {
    const { slots, open } = await makeShow({ maxBookingsPerSlot: 1 })
    await book(app, slots[1]!.id)
    const page = await open()
    expect(page.read).toContain('10:30 AM Fully Booked')
    expect(page.read).toContain('3 of 4')
    expect(fieldsOf(page.text, 'timeSlotId').map((radio) => radio.disabled)).toEqual([
      false,
      true,
      false,
      false,
    ])
  })

  test('says when there are no slots, also when all are hidden', async () => {
    const empty = 'No available time slots for this event.'
    expect((await (await makeShow({ endTime: '10:10' })).open()).read).toContain(empty)
    const { host, slots, open } = await makeShow({ endTime: '10:30' })
    await host.call('PATCH', `/api/timeslots/${slots[0]!.id}`, { isAvailable: false })
    expect((await open()).read).toContain(empty)
  })

  test('says that the event has ended, on the page and after a late post', async () => {
    const ended = 'This show is over.'
    const { event, slots, open, post } = await makeShow({ eventDate: dayAhead(-3) })
    const page = await open()
    expect(page.read).toContain(ended)
    expect(page.text).toContain(`href="/event/${event.id}/shows"`)
    expect(page.text).not.toContain('<form')
    const late = await post({ ...visitor, timeSlotId: String(slots[0]!.id) })
    expect(late.status).toBe(409)
    expect(late.read).toContain(ended)
    expect(await book(app, slots[0]!.id)).toMatchObject({
      status: 409,
      body: { code: 'passed', message: ended },
    })
    // A deactivated event shows its own message instead.
    await app.rows('UPDATE events SET is_active = false WHERE id = $1', [event.id])
    expect((await open()).read).toContain('This event is not currently taking appointments')
    expect((await (await makeShow()).open()).read).not.toContain(ended)
  })

  test('has a new key each time it is opened', async () => {
    const { open } = await makeShow()
    const keys = [await open(), await open()].map((page) => valueIn(page.text, 'idempotencyKey'))
    expect(keys[0]).toMatch(/^.{20,}$/)
    expect(keys[1]).toMatch(/^.{20,}$/)
    expect(keys[0]).not.toBe(keys[1])
  })
})

describe('a plain post of the booking form', () => {
  test('books, and answers the page with the green panel and the link to manage the booking', async () => {
    const { event, slots, open, post, bookings } = await makeShow()
    const form = await open()
    const idempotencyKey = valueIn(form.text, 'idempotencyKey')!
    const page = await post({ ...visitor, timeSlotId: String(slots[2]!.id), idempotencyKey })
    expect(page.status).toBe(201)
    expect(page.read).toContain(
      'Booking Confirmed Your appointment has been successfully booked. We look forward to seeing you!',
    )
    expect(page.read).toContain(formatDay(event.eventDate))
    expect(page.read).toMatch(/11:00 AM – 11:30 AM E[SD]T/)
    expect(page.read).toContain('grace@okafor.test')
    expect(page.text).toMatch(/<title>Booking Confirmed · /)
    expect(page.content.slots![2]).toMatchObject({ startTime: '11:00', availableSpots: 1 })

    const [, token] = /href="\/booking\/([0-9a-f]{16}-[0-9a-f]{32})"/.exec(page.text)!
    expect((await app.call('GET', `/api/bookings/manage/${token}`)).body).toEqual(page.content.booked)
    const stored = await bookings()
    expect(stored).toMatchObject([
      { attendee_name: 'Grace Okafor', attendee_email: 'grace@okafor.test', time_slot_id: slots[2]!.id },
    ])
    await assertBookingInvariants(app, event.id, [token!])

    // The appointment replaces the times and the form.
    expect(fieldsOf(page.text, 'timeSlotId')).toEqual([])
    expect(fieldsOf(page.text, 'attendeeName')).toEqual([])
    expect(valueIn(page.text, 'idempotencyKey')).not.toBe(idempotencyKey)
  })

  test('books once when it is sent twice, one after the other or together', async () => {
    const { event, slots, post, bookings } = await makeShow()
    const form = { ...visitor, timeSlotId: String(slots[0]!.id), idempotencyKey: unique('key') }
    const first = await post(form)
    const again = await post(form)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.content.booked).toEqual(first.content.booked)

    const other = { ...form, timeSlotId: String(slots[1]!.id), idempotencyKey: unique('key') }
    const together = await Promise.all([post(other), post(other), post(other), post(other)])
    expect(together.map((page) => page.status)).toEqual([201, 201, 201, 201])
    expect(new Set(together.map((page) => page.content.booked!.id)).size).toBe(1)
    expect(await bookings()).toHaveLength(2)
    await assertBookingInvariants(app, event.id, [])
  })

  test('without a key makes a new booking each time', async () => {
    const { slots, post, bookings } = await makeShow()
    const form = { ...visitor, timeSlotId: String(slots[0]!.id) }
    expect([(await post(form)).status, (await post({ ...form, idempotencyKey: '' })).status]).toEqual([
      201, 201,
    ])
    expect(await bookings()).toHaveLength(2)
  })

  const noTime = { timeSlotId: '' }
  test.each([
    [{ attendeeName: ' ' }, ['Name is required']],
    [{ attendeeName: 'x'.repeat(101) }, ['Name must be 100 characters or less']],
    [{ attendeeEmail: 'grace@' }, ['Invalid email address']],
    [{ attendeeName: '', attendeeEmail: '' }, ['Name is required', 'Enter your email.']],
    [noTime, ['No time slot selected']],
    [{ timeSlotId: 'first' }, ['No time slot selected']],
    [{ ...noTime, attendeeName: '' }, ['No time slot selected', 'Name is required']],
  ])('of %j is 400 with messages, and the form is still filled in', async (changes, sentences) => {
    const { slots, post, bookings } = await makeShow()
    const idempotencyKey = unique('key')
    const form = { ...visitor, timeSlotId: String(slots[1]!.id), idempotencyKey, ...changes }
    const page = await post(form)
    expect(page.status).toBe(400)
    for (const sentence of sentences) expect(page.read).toContain(sentence)
    expect(page.text).toMatch(/<title>Booking Failed · /)
    expect(page.read).not.toContain('Booking Confirmed')
    expect(valueIn(page.text, 'attendeeName')).toBe(form.attendeeName)
    expect(valueIn(page.text, 'attendeeEmail')).toBe(form.attendeeEmail)
    const picked = fieldsOf(page.text, 'timeSlotId').filter((radio) => radio.checked)
    const expected = form.timeSlotId === String(slots[1]!.id) ? [form.timeSlotId] : []
    expect(picked.map((radio) => radio.value)).toEqual(expected)
    expect(valueIn(page.text, 'idempotencyKey')).toBe(idempotencyKey)
    expect(await bookings()).toEqual([])
  })

  test('for a full slot is 409 and offers the nearest open times in the form, which is still filled in', async () => {
    const { slots, post, bookings } = await makeShow({ maxBookingsPerSlot: 1, endTime: '13:00' })
    await book(app, slots[2]!.id)
    const form = { ...visitor, timeSlotId: String(slots[2]!.id), idempotencyKey: unique('key') }
    const page = await post(form)
    expect(page.status).toBe(409)
    expect(page.read).toContain('Booking Failed This time slot is fully booked. Please choose another time.')
    expect(page.content.refused!.alternatives!.map((slot) => slot.startTime)).toEqual([
      '10:30',
      '11:30',
      '10:00',
    ])
    const [, offers] = page.read.split('Nearest open times')
    expect(offers).toMatch(/^ 10:30 AM .+ 11:30 AM .+ 10:00 AM /)
    expect(valueIn(page.text, 'attendeeName')).toBe('Grace Okafor')
    expect(valueIn(page.text, 'attendeeEmail')).toBe('grace@okafor.test')
    expect(await bookings()).toHaveLength(1)

    const idempotencyKey = valueIn(page.text, 'idempotencyKey')!
    const second = await post({ ...form, timeSlotId: String(slots[1]!.id), idempotencyKey })
    expect(second.status).toBe(201)
    expect(second.read).toContain('Booking Confirmed')
  })

  test('for the event’s last spot keeps what was typed, although there are no alternatives', async () => {
    const { slots, post } = await makeShow({ maxBookingsPerSlot: 1, endTime: '10:30' })
    await book(app, slots[0]!.id)
    const page = await post({ ...visitor, timeSlotId: String(slots[0]!.id) })
    expect(page.status).toBe(409)
    expect(page.read).toContain('This time slot is fully booked. Please choose another time.')
    expect(page.content.refused!.alternatives).toEqual([])
    expect(valueIn(page.text, 'attendeeName')).toBe('Grace Okafor')
  })

  test('for a hidden, passed, or unknown slot, or one outside the hours, is rejected with its message', async () => {
    const { host, event, slots, post, bookings } = await makeShow()
    const [hidden, passed] = slots
    await host.call('PATCH', `/api/timeslots/${hidden!.id}`, { isAvailable: false })
    await app.rows('UPDATE time_slots SET slot_date = $2 WHERE id = $1', [passed!.id, dayAhead(-1)])
    const { body: late } = await host.call('POST', `/api/events/${event.id}/timeslots`, {
      slotDate: event.eventDate,
      startTime: '18:00',
      endTime: '18:30',
    })
    const stranger = await makeShow({ isPublic: false })
    const unavailable = 'This time slot is not available. Please choose another time.'
    for (const [id, status, sentence] of [
      [hidden!.id, 409, unavailable],
      [passed!.id, 409, 'This time has already passed. Please choose another time.'],
      [late.id, 409, unavailable],
      [2_147_483_648, 400, 'No time slot selected'],
      [999_999_999, 404, unavailable],
      [stranger.slots[0]!.id, 404, unavailable],
    ] as const) {
      const page = await post({ ...visitor, timeSlotId: String(id) })
      expect([id, page.status]).toEqual([id, status])
      expect(page.read).toContain(sentence)
      expect(valueIn(page.text, 'attendeeName')).toBe('Grace Okafor')
    }
    expect(await bookings()).toEqual([])
    expect(await stranger.bookings()).toEqual([])
  })

  test('for an event that was just deactivated is 409 and says so', async () => {
    const { host, event, slots, post, bookings } = await makeShow()
    await host.call('PUT', `/api/events/${event.id}`, eventForm({ isActive: false }))
    const page = await post({ ...visitor, timeSlotId: String(slots[0]!.id) })
    expect(page.status).toBe(409)
    expect(page.read).toContain('This event is not currently taking appointments')
    expect(await bookings()).toEqual([])
  })

  test('with a key that was used for another booking is 422, and the page has a fresh one', async () => {
    const { slots, post, bookings } = await makeShow()
    const form = { ...visitor, timeSlotId: String(slots[0]!.id), idempotencyKey: unique('key') }
    await post(form)
    const page = await post({ ...form, timeSlotId: String(slots[1]!.id), attendeeName: 'Lena Fischer' })
    expect(page.status).toBe(422)
    expect(page.read).toContain(
      'You already booked with this form, and your confirmation is in your email. Press Confirm Booking again to book another appointment.',
    )
    expect(valueIn(page.text, 'attendeeName')).toBe('Lena Fischer')
    const idempotencyKey = valueIn(page.text, 'idempotencyKey')!
    expect(idempotencyKey).not.toBe(form.idempotencyKey)
    const again = await post({ ...form, attendeeName: 'Lena Fischer', idempotencyKey })
    expect(again.status).toBe(201)
    expect(await bookings()).toHaveLength(2)
  })

  test('to an event that does not exist is 404', async () => {
    const page = await openPage(app, '/event/no-such-show', { form: visitor })
    expect(page.status).toBe(404)
    expect(page.read).toContain('Page Not Found')
  })

  test('from another site books nothing', async () => {
    const { slots, post, bookings } = await makeShow()
    const form = { ...visitor, timeSlotId: String(slots[0]!.id) }
    for (const [name, value] of [
      ['origin', 'https://elsewhere.test'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const page = await post(form, { [name]: value })
      expect(page.status).toBe(403)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    }
    expect(await bookings()).toEqual([])
  })
})

describe('hostile text', () => {
  const hostile = [
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '"><img src=x onerror=alert(1)>',
    `' onfocus='alert(1)`,
    '\u202Egnp.exe\u2066',
    'שלום ‮<b>עולם</b>',
    '&lt;b&gt; &amp; ]]> {{name}} <%= name %>',
    'a line\u2028that\u2029ends',
    'W'.repeat(100),
    '😀'.repeat(50),
  ]

  /** The tags must be the same as with harmless text. */
  const tagsOf = (html: string) =>
    [...html.matchAll(/<\/?([a-z][a-z0-9-]*|!--)/gi)].map(([tag]) => tag.toLowerCase())

  test.each(hostile)(
    '%j in an event is text: in the page, its head, its embedded JSON and the list',
    async (text) => {
      const line = oneLine(text)
      const typed = { name: text, hostName: text, description: text, location: text }
      const fields = { name: line, hostName: line, description: text, location: line }
      const [{ event, address, open }, harmless] = [await makeShow(typed), await makeShow()]
      const page = await open()
      expect(page.status).toBe(200)
      expect(page.content.event).toMatchObject({ ...fields, id: event.id })
      const told = page.read
      expect(told.split(line).length).toBeGreaterThanOrEqual(4)
      expect(tagsOf(page.text)).toEqual(tagsOf((await harmless.open()).text))
      const [, title] = /<title>(.*?)<\/title>/s.exec(page.text)!
      expect(decodeEntities(title!)).toBe(`${line} · ${line}`)
      const { body } = await app.call('GET', `/api${address.replace('event', 'events')}`)
      expect(body).toMatchObject(fields)
    },
  )

  test.each(hostile)(
    '%j typed by a guest is text: in the form, the answer and the host’s list',
    async (text) => {
      const { host, event, slots, post } = await makeShow()
      const form = { timeSlotId: String(slots[0]!.id), attendeeName: text, attendeeEmail: text }
      const refused = await post(form)
      expect(refused.status).toBe(400)
      const harmless = await post({ ...form, attendeeName: 'Grace', attendeeEmail: 'grace' })
      expect(tagsOf(refused.text)).toEqual(tagsOf(harmless.text))
      expect(valueIn(refused.text, 'attendeeName')).toBe(text)
      expect(valueIn(refused.text, 'attendeeEmail')).toBe(text)
      expect(refused.content.typed).toMatchObject({ attendeeName: text, attendeeEmail: text })

      const booked = await post({ ...form, attendeeEmail: 'eve@mail.test' })
      expect(booked.status).toBe(201)
      expect(booked.content.booked!.attendeeName).toBe(oneLine(text))
      const manage = await openPage(app, `/booking/${booked.content.booked!.id}`)
      expect(manage.read).toContain(oneLine(text))
      expect(manage.text).not.toMatch(/<script>alert|<img|<b>עולם/)
      const list = await host.call('GET', `/api/events/${event.id}/bookings`)
      expect(list.body).toMatchObject([{ attendeeName: oneLine(text) }])
    },
  )

  test('in the address is never echoed', async () => {
    for (const text of hostile.slice(0, 4)) {
      const page = await openPage(app, `/event/${encodeURIComponent(text)}`)
      expect(page.status).toBe(404)
      expect(page.text).not.toContain('alert(1)')
    }
  })
})
