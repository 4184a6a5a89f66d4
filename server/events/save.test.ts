import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { dayAhead, eventForm, makeCompany, makeEvent, makeShow } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

describe('creating an event', () => {
  test('returns it as its page shows it, and stores its owner', async () => {
    const host = await makeCompany(app, 'order management')
    const form = eventForm()
    const { status, body } = await host.call('POST', '/api/events', form)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...form,
      timeZone: 'America/New_York',
      city: null,
      zone: expect.any(Array),
      maxPartySize: 1,
      spotPerGuest: true,
      hasWaitlist: true,
      offerMinutes: 120,
      phoneQuestion: 'off',
      questions: [],
      questionsVersion: 0,
      bufferBefore: 0,
      bufferAfter: 0,
      breaks: [],
      dayHours: [],
      noticeMinutes: 0,
      daysAhead: null,
      bookUntil: null,
      isHidden: false,
      taxRate: null,
      taxState: null,
      id: expect.any(Number),
      urlSlug: expect.stringMatching(/^spring-bridal-trunk-show(-[a-z2-9]+)?$/),
      endDate: null,
      isPublic: true,
      isActive: true,
      logoUrl: null,
      bannerUrl: null,
      userId: host.id,
      limitPerNetwork: true,
      guestEmails: ['booking_reminder', 'booking_reminder_soon'],
      tourId: null,
    })
    const stored = await app.rows('SELECT company_id, user_id FROM events WHERE id = $1', [body.id])
    expect(stored).toEqual([{ company_id: host.companyId, user_id: host.id }])
    expect((await host.call('GET', `/api/events/${body.id}`)).body).toEqual({
      ...body,
      contactConfirmed: true,
    })
  })

  test('creates its slots with their spots for every day, as long as they end in time', async () => {
    const { event } = await makeShow(app, {
      isMultiDay: true,
      eventDate: dayAhead(30),
      endDate: dayAhead(32),
      startTime: '10:00',
      endTime: '11:40',
      slotDuration: 45,
      maxBookingsPerSlot: 3,
    })
    const days = [dayAhead(30), dayAhead(31), dayAhead(32)]
    expect(event.slots).toEqual(
      days.flatMap((slotDate) =>
        [
          ['10:00', '10:45'],
          ['10:45', '11:30'],
        ].map(([startTime, endTime]) => ({
          id: expect.any(Number),
          eventId: event.id,
          slotDate,
          startTime,
          endTime,
          totalSlots: 3,
          totalSpots: 3,
          availableSpots: 3,
          isAvailable: true,
          everBooked: false,
        })),
      ),
    )
  })

  test('accepts durations and spots as numbers or text; 30 minutes and 2 spots by default', async () => {
    const { event: typed } = await makeShow(app, { slotDuration: '60', maxBookingsPerSlot: '5' })
    expect([typed.slotDuration, typed.maxBookingsPerSlot, typed.slots.length]).toEqual([60, 5, 2])
    const { event } = await makeShow(app, { slotDuration: undefined, maxBookingsPerSlot: undefined })
    expect([event.slotDuration, event.maxBookingsPerSlot, event.slots.length]).toEqual([30, 2, 4])
  })

  test('creates 10,000 slots over a year', { timeout: 180_000 }, async () => {
    const host = await makeCompany(app)
    const { status, body } = await host.call(
      'POST',
      '/api/events',
      eventForm({
        isMultiDay: true,
        eventDate: dayAhead(1),
        endDate: dayAhead(250),
        startTime: '10:00',
        endTime: '20:00',
        slotDuration: 15,
      }),
    )
    expect(status).toBe(201)
    const made = await app.rows(
      `SELECT count(*)::int AS slots, count(DISTINCT slot_date)::int AS days FROM time_slots WHERE event_id = $1`,
      [body.id],
    )
    expect(made).toEqual([{ slots: 10_000, days: 250 }])
  })

  test('creates no slot for a day that is too short', async () => {
    const { event } = await makeShow(app, { endTime: '10:20', slotDuration: 30 })
    expect(event.slots).toEqual([])
  })

  test('works for the past, with slots', async () => {
    const { event } = await makeShow(app, { eventDate: dayAhead(-10) })
    expect(event.slots).toHaveLength(4)
  })

  test('that fails midway leaves neither event nor slots', async () => {
    const host = await makeCompany(app)
    await app.rows(`
      CREATE FUNCTION refuse_slot() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no more slots'; END $$`)
    await app.rows(`
      CREATE TRIGGER refuse_slot BEFORE INSERT ON time_slots FOR EACH ROW
      WHEN (NEW.start_time = '11:47') EXECUTE FUNCTION refuse_slot()`)
    const refused = await host.call(
      'POST',
      '/api/events',
      eventForm({ startTime: '10:47', endTime: '12:17' }),
    )
    expect(refused.status).toBe(500)
    expect(await app.rows('SELECT id FROM events WHERE company_id = $1', [host.companyId])).toEqual([])
    expect(await app.rows('SELECT id FROM time_slots WHERE company_id = $1', [host.companyId])).toEqual([])
  })

  test.each([
    [
      { name: '', hostName: '', eventDate: '', startTime: '', endTime: '' },
      {
        name: 'Event name is required',
        hostName: 'Host name is required',
        eventDate: 'Event date is required',
        startTime: 'Start time is required',
        endTime: 'End time is required',
      },
    ],
    [{ name: undefined }, { name: 'Event name is required' }],
    [{ contactEmail: 'nowhere' }, { contactEmail: 'Must be a valid email address' }],
    [{ eventDate: '2027-02-30' }, { eventDate: 'Enter a date as yyyy-MM-dd' }],
    [{ startTime: '10' }, { startTime: 'Enter a time as HH:mm' }],
    [{ endTime: '10:00' }, { endTime: 'End time must be after start time' }],
    [{ isMultiDay: true }, { endDate: 'End date is required for multi-day events' }],
    [{ isMultiDay: true, endDate: dayAhead(29) }, { endDate: 'End date must be on or after start date' }],
    [{ isMultiDay: true, endDate: dayAhead(30 + 366) }, { endDate: 'An event can last at most 366 days' }],
    [
      {
        isMultiDay: true,
        endDate: dayAhead(30 + 365),
        startTime: '08:00',
        endTime: '20:00',
        slotDuration: 15,
      },
      {
        endDate:
          'These dates and hours create more than 10,000 time slots. Shorten the event or lengthen the appointments.',
      },
    ],
    [{ slotDuration: 4 }, { slotDuration: 'Enter 5 to 480 minutes' }],
    [{ maxBookingsPerSlot: '51' }, { maxBookingsPerSlot: 'Enter 1 to 50 bookings per slot' }],
    [
      { urlSlug: 'a b' },
      { urlSlug: 'Custom URL can only contain letters, numbers, hyphens, and underscores' },
    ],
    [{ urlSlug: 'x'.repeat(51) }, { urlSlug: 'Custom URL must be 50 characters or less' }],
    [{ urlSlug: '20270416' }, { urlSlug: 'Custom URL needs at least one letter' }],
    [{ urlSlug: 'Events' }, { urlSlug: 'This custom URL is reserved. Please choose another.' }],
  ])('is rejected with %j, with a message at each field', async (changes, fields) => {
    const host = await makeCompany(app)
    const answer = await host.call('POST', '/api/events', eventForm(changes))
    const [message] = Object.values(fields)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message, error: message } })
    expect(answer.body.fields).toEqual(fields)
    expect(await app.rows('SELECT id FROM events WHERE company_id = $1', [host.companyId])).toEqual([])
  })
})

describe('the slug of an event', () => {
  test('is stored as the host typed it, and opens in any case', async () => {
    const urlSlug = unique('Vale_Show-')
    const { event } = await makeShow(app, { urlSlug: ` ${urlSlug} ` })
    expect(event.urlSlug).toBe(urlSlug)
    for (const typed of [urlSlug, urlSlug.toLowerCase(), urlSlug.toUpperCase()]) {
      expect((await app.call('GET', `/api/events/${typed}`)).body.id).toBe(event.id)
      expect((await openPage<EventPage>(app, `/event/${typed}`)).content.event.id).toBe(event.id)
      expect((await openPage<EventPage>(app, `/public/event/${typed}`)).content.event.id).toBe(event.id)
    }
  })

  test.each([
    ['Été à Paris: l’ouverture!', /^ete-a-paris-l-ouverture(-[a-z2-9]{1,6})?$/],
    ['展示会', /^show(-[a-z2-9]{1,6})?$/],
    ['x'.repeat(60), /^x{40}(-[a-z2-9]{1,6})?$/],
    // Digits alone would be an id.
    ['2027', /^2027-[a-z2-9]{1,6}$/],
  ])('is made from the name %j by default', async (name, slug) => {
    const { event } = await makeShow(app, { name, urlSlug: '' })
    expect(event.urlSlug).toMatch(slug)
  })

  test('is never the same for two events with one name', async () => {
    const host = await makeCompany(app)
    const shows = await Promise.all([makeEvent(host), makeEvent(host), makeEvent(host)])
    expect(new Set(shows.map((show) => show.urlSlug)).size).toBe(3)
  })

  test('is rejected when any event of any company has it, in any case', async () => {
    const urlSlug = unique('Taken')
    const { host } = await makeShow(app, { urlSlug })
    const stranger = await makeCompany(app)
    const mine = await makeEvent(stranger)
    const sentence = 'This custom URL is already in use. Please choose another.'
    for (const caller of [host, stranger]) {
      for (const typed of [urlSlug, urlSlug.toLowerCase(), urlSlug.toUpperCase()]) {
        const answer = await caller.call('POST', '/api/events', eventForm({ urlSlug: typed }))
        expect(answer).toMatchObject({ status: 409, body: { code: 'taken', message: sentence } })
        expect(answer.body.fields).toEqual({ urlSlug: sentence })
      }
    }
    const moved = await stranger.call('PUT', `/api/events/${mine.id}`, eventForm({ urlSlug }))
    expect(moved).toMatchObject({ status: 409, body: { fields: { urlSlug: sentence } } })
    expect((await app.call('GET', `/api/events/${mine.urlSlug}`)).body.id).toBe(mine.id)
  })

  test('goes to one of several concurrent requests', async () => {
    const host = await makeCompany(app)
    const urlSlug = unique('rush')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => host.call('POST', '/api/events', eventForm({ urlSlug }))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)])
  })
})

describe('changing an event', () => {
  test('keeps its slug and its slots, and returns the new state', async () => {
    const { host, event } = await makeShow(app)
    const changed = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ name: 'Autumn Show', startTime: '11:00', endTime: '13:00', maxBookingsPerSlot: 5 }),
    )
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      id: event.id,
      urlSlug: event.urlSlug,
      name: 'Autumn Show',
      startTime: '11:00',
      maxBookingsPerSlot: 5,
    })
    expect((await host.call('GET', `/api/events/${event.id}/timeslots`)).body).toEqual(event.slots)
    const offered = await app.call('GET', `/api/events/${event.id}/timeslots`)
    expect(offered.body.map((slot: { startTime: string }) => slot.startTime)).toEqual(['11:00', '11:30'])
  })

  test('accepts a new slug, and the old one is 404', async () => {
    const { host, event } = await makeShow(app)
    const urlSlug = unique('New')
    const changed = await host.call('PUT', `/api/events/${event.id}`, eventForm({ urlSlug }))
    expect(changed.body.urlSlug).toBe(urlSlug)
    expect((await app.call('GET', `/api/events/${urlSlug}`)).body.id).toBe(event.id)
    expect((await app.call('GET', `/api/events/${event.urlSlug}`)).status).toBe(404)
    const again = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ urlSlug: urlSlug.toUpperCase() }),
    )
    expect(again).toMatchObject({ status: 200, body: { urlSlug: urlSlug.toUpperCase() } })
  })

  test('keeps omitted fields: public and active do not change', async () => {
    const { host, event } = await makeShow(app, { isPublic: false, isActive: false })
    const kept = await host.call('PUT', `/api/events/${event.id}`, eventForm())
    expect(kept.body).toMatchObject({ isPublic: false, isActive: false })
    const opened = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ isPublic: true, isActive: true }),
    )
    expect(opened.body).toMatchObject({ isPublic: true, isActive: true })
  })

  test('from several days to one drops the end date', async () => {
    const { host, event } = await makeShow(app, { isMultiDay: true, endDate: dayAhead(32) })
    expect(event.endDate).toBe(dayAhead(32))
    const changed = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ isMultiDay: false, endDate: dayAhead(32) }),
    )
    expect(changed.body).toMatchObject({ isMultiDay: false, endDate: null })
  })

  test('is validated like a new event, and an invalid change changes nothing', async () => {
    const { host, event } = await makeShow(app)
    const answer = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ name: ' ', endTime: '09:00' }),
    )
    expect(answer).toMatchObject({ status: 400, body: { fields: { name: 'Event name is required' } } })
    expect((await host.call('GET', `/api/events/${event.id}`)).body.name).toBe(event.name)
  })

  test('of another company or an unknown one is 404', async () => {
    const { event } = await makeShow(app)
    const stranger = await makeCompany(app)
    for (const id of [event.id, 2_000_000_000, 3_000_000_000, 'none', event.urlSlug, '0', '-1', '1.5']) {
      const answer = await stranger.call('PUT', `/api/events/${id}`, eventForm({ name: 'Taken over' }))
      expect(answer.status, String(id)).toBe(404)
    }
    expect((await app.call('GET', `/api/events/${event.id}`)).body.name).toBe(event.name)
  })
})
