import { randomInt } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { fromMinutes } from '@trunkshow/contract/dates.ts'
import type { BookingPage, EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { SLOTS_PER_PAGE } from '../slots/queries.ts'
import { startTestApp } from '../test/app.ts'
import { book, dayAhead, makeCompany, makeEvent } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

/** The largest page of any event, gzipped. */
const MAX_GZIP_BYTES = 150 * 1024

const weightOf = (html: string) => gzipSync(html).length
const gone = 'No available time slots on that date. Choose another date below.'

/** Returns text that does not compress well, with the most bytes per character. */
const noise = (length: number) =>
  String.fromCharCode(...Array.from({ length }, () => randomInt(0x4e00, 0x9fff)))

const texts = () => ({
  description: noise(5000),
  name: noise(200),
  hostName: noise(200),
  location: noise(300),
})

/** An event of this many days with this many slots of 15 minutes each. */
async function makeShow(days: number, slotsPerDay: number, changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, {
    isMultiDay: true,
    endDate: dayAhead(29 + days),
    startTime: '08:00',
    endTime: fromMinutes(8 * 60 + 15 * slotsPerDay),
    slotDuration: 15,
    ...changes,
  })
  const address = `/event/${event.urlSlug}`
  return {
    host,
    event,
    slots: event.slots,
    address,
    open: (query = '') => openPage<EventPage>(app, address + query),
  }
}

const radiosIn = (html: string) =>
  [...html.matchAll(/<input type="radio"[^>]* value="(\d+)"/g)].map(([, id]) => Number(id))

/** Returns the links to the page's other dates. */
const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]*\?date=[^"#]*)#day-[\d-]+"/g)].map(([, href]) => href!)

test('every page of an event with 10,000 slots and the longest texts is under 150 KB', async () => {
  const { event, slots, address, open } = await makeShow(250, 40, texts())
  expect(slots).toHaveLength(10_000)
  await app.rows(
    'UPDATE time_slots SET total_slots = 1 + 999 * random(), booked = random() WHERE event_id = $1',
    [event.id],
  )
  const { body: booked } = await book(app, slots[4000]!.id)
  const form = { timeSlotId: String(slots[0]!.id), attendeeName: noise(1000), attendeeEmail: 'x' }
  const [first, last] = [slots[0]!.slotDate, slots.at(-1)!.slotDate]
  for (const page of [
    await open(),
    await open(`?date=${slots[5000]!.slotDate}`),
    await open(`?date=${last}`),
    await open('?date=never'),
    await openPage(app, `${address}?date=${first}`, { form }),
    await openPage(app, `/booking/${booked.id}`),
    await openPage(app, `/booking/${booked.id}?date=${last}`),
  ]) {
    expect(weightOf(page.text)).toBeLessThan(MAX_GZIP_BYTES)
    expect(radiosIn(page.text).length).toBeGreaterThanOrEqual(40)
    expect(radiosIn(page.text).length).toBeLessThanOrEqual(SLOTS_PER_PAGE)
  }
})

test('a page of events with the longest texts is under 150 KB', async () => {
  const host = await makeCompany(app)
  const { id } = await makeEvent(host, texts())
  for (let show = 1; show < 24; show++) await makeEvent(host, texts())
  const { text } = await openPage(app, `/event/${id}/shows`)
  expect(text.split('Book Appointment')).toHaveLength(25)
  expect(weightOf(text)).toBeLessThan(MAX_GZIP_BYTES)
})

test('links lead to every slot of an event of 366 days', async () => {
  const { slots, address, open } = await makeShow(366, 2)
  const seen = new Set<number>()
  const addresses = new Set([address])
  for (const at of addresses) {
    const { text, content } = await openPage<EventPage>(app, at)
    expect(weightOf(text)).toBeLessThan(MAX_GZIP_BYTES)
    for (const id of radiosIn(text)) seen.add(id)
    // Follows the dates after this page.
    const next = linksIn(text).filter((href) => href.slice(-10) > content.slots!.at(-1)!.slotDate)
    if (next[0]) addresses.add(next[0])
  }
  expect([...seen].sort((a, b) => a - b)).toEqual(slots.map(({ id }) => id).sort((a, b) => a - b))
  expect(addresses.size).toBeLessThan(10)
  // Then back from the last page to the first.
  let [at, steps] = [[...addresses].at(-1)!, 0]
  for (let page = await open(at.slice(address.length)); ; page = await openPage<EventPage>(app, at)) {
    const [earlier] = linksIn(page.text).filter((href) => href.slice(-10) < page.content.slots![0]!.slotDate)
    if (!earlier) break
    at = earlier
    steps += 1
  }
  expect(at.slice(-10)).toBe(slots[0]!.slotDate)
  expect(steps).toBeGreaterThan(1)
})

test('up to 300 slots are on one page, whatever their dates', async () => {
  const all = await makeShow(6, 50)
  const whole = await all.open()
  expect(whole.content.slots).toHaveLength(300)
  expect(whole.content).not.toHaveProperty('dates')
  expect(linksIn(whole.text)).toEqual([])
  const { open, slots } = await makeShow(7, 43)
  const { text, content, read } = await open()
  expect(radiosIn(text)).toEqual(slots.slice(0, 6 * 43).map(({ id }) => id))
  expect(content.dates).toHaveLength(7)
  expect(read).toContain('602 of 602')
  expect(linksIn(text).map((href) => href.slice(-10))).toEqual([dayAhead(36)])
})

test('one date has all its times on the page, up to the 500 it can have', async () => {
  const { host, event, slots, open } = await makeShow(2, 2)
  await app.rows(
    `INSERT INTO time_slots (company_id, event_id, slot_date, start_time, end_time, total_slots)
     SELECT company_id, event_id, slot_date, start_time, start_time + n * interval '1 minute', 1000
     FROM time_slots, generate_series(16, 513) AS n WHERE id = $1`,
    [slots[0]!.id],
  )
  const { text, content } = await open()
  expect(radiosIn(text)).toHaveLength(500)
  const another = { startTime: '08:00', endTime: '18:00' }
  const add = (slotDate: string) =>
    host.call('POST', `/api/events/${event.id}/timeslots`, { ...another, slotDate })
  const message = 'An event can have up to 500 time slots on one date. Choose another date.'
  expect(await add(event.eventDate)).toMatchObject({
    status: 409,
    body: { message, fields: { slotDate: message } },
  })
  expect((await add(event.endDate!)).status).toBe(201)
  expect(content.dates!.map(({ date, most }) => [date, most])).toEqual([
    [event.eventDate, 1000],
    [event.endDate, event.maxBookingsPerSlot],
  ])
  expect(weightOf(text)).toBeLessThan(MAX_GZIP_BYTES)
})

describe('the date in the address', () => {
  test('is the first on the page, and stays selected when a plain post is rejected or books', async () => {
    const { slots, address, open } = await makeShow(20, 40)
    const wanted = slots[400]!
    const query = `?date=${wanted.slotDate}`
    const page = await open(query)
    expect(page.content.date).toBe(wanted.slotDate)
    expect(radiosIn(page.text)).toEqual(slots.slice(400, 400 + 280).map(({ id }) => id))
    expect(page.text).toContain(`action="${address}${query}#`)
    const form = { timeSlotId: String(wanted.id), attendeeName: 'Grace Okafor', attendeeEmail: 'grace@' }
    const refused = await openPage<EventPage>(app, address + query, { form })
    expect(refused.status).toBe(400)
    expect(/<input[^>]* checked[^>]*>/.exec(refused.text)?.[0]).toContain(`value="${wanted.id}"`)
    const booked = await openPage<EventPage>(app, address + query, {
      form: { ...form, attendeeEmail: 'grace@okafor.test' },
    })
    expect(booked.status).toBe(201)
    expect(booked.content.slots![0]).toEqual({
      ...wanted,
      availableSpots: 1,
      everBooked: undefined,
      totalSpots: undefined,
    })
    expect(booked.content.dates!.reduce((sum, { free }) => sum + free, 0)).toBe(1599)
    expect(booked.read).not.toContain('1599 of 1600') // the appointment replaces the times
  })

  test.each([
    ['2020-02-29', 'passed'],
    ['2027-02-30', 'no date'],
    ['tomorrow', 'no date'],
    ['', 'empty'],
    ['%22%3E%3Cscript%3Ealert(1)', 'markup'],
    ['2027-01-01&date=2027-01-02', 'twice'],
  ])('as %s (%s) says so and shows the first dates', async (date) => {
    for (const { slots, open } of [await makeShow(20, 40), await makeShow(2, 2)]) {
      const page = await open(`?date=${date}`)
      expect(page.status).toBe(200)
      expect(page.read).toContain(gone)
      expect(radiosIn(page.text)[0]).toBe(slots[0]!.id)
      expect(page.text.includes('alert(1)')).toBe(false)
    }
  })

  test('hides the page from search engines, with a canonical address', async () => {
    const { slots, address, open } = await makeShow(2, 2)
    const canonical = `<link rel="canonical" href="${app.config.publicUrl}${address}"/>`
    const noindex = '<meta name="robots" content="noindex"/>'
    for (const query of ['', `?date=${slots[0]!.slotDate}`, '?date=never']) {
      const { text } = await open(query)
      expect(text).toContain(canonical)
      expect(text.includes(noindex)).toBe(query !== '')
    }
  })

  test('selects the dates to reschedule to', async () => {
    const { slots } = await makeShow(20, 40)
    const { body: booked } = await book(app, slots[0]!.id)
    const page = await openPage<BookingPage>(app, `/booking/${booked.id}`)
    expect(radiosIn(page.text)).toEqual(slots.slice(1, 280).map(({ id }) => id))
    const [link] = linksIn(page.text)
    expect(link).toBe(`/booking/${booked.id}?date=${slots[280]!.slotDate}`)
    const next = await openPage<BookingPage>(app, link!)
    expect(radiosIn(next.text)).toEqual(slots.slice(280, 560).map(({ id }) => id))
    const moved = await openPage<BookingPage>(app, `/booking/${booked.id}/reschedule`, {
      form: { newTimeSlotId: String(slots[300]!.id) },
    })
    expect(moved.content).toMatchObject({ rescheduled: true, booking: { timeSlotId: slots[300]!.id } })
    expect((await openPage(app, `/booking/${booked.id}?date=never`)).read).toContain(gone)
  })
})
