import { planSlots } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { pageScript, renderVisitorPage } from './entry-server.tsx'

const event: Event = {
  id: 7,
  urlSlug: 'spring-bridal',
  name: 'Spring <Bridal> & "Trunk" Show',
  hostName: 'Maison Vale',
  description: '</script><script>alert(1)</script>',
  location: '12 Mercer Street',
  showLocation: true,
  contactEmail: 'hello@vale.test',
  isMultiDay: true,
  eventDate: '2027-04-16',
  endDate: '2027-04-18',
  startTime: '10:00',
  timeZone: 'America/New_York',
  city: null,
  zone: [{ from: 0, offset: -240, name: 'EDT' }],
  endTime: '16:30',
  slotDuration: 30,
  maxBookingsPerSlot: 2,
  dayHours: [],
  noticeMinutes: 0,
  daysAhead: null,
  bookUntil: null,
  maxPartySize: 1,
  hasWaitlist: true,
  offerMinutes: 120,
  spotPerGuest: true,
  isPublic: true,
  isActive: true,
  phoneQuestion: 'off',
  questions: [],
  questionsVersion: 0,
  logoUrl: null,
  bannerUrl: null,
}
const slots = planSlots(event, event.zone).map((slot, index) => ({
  ...slot,
  id: index + 1,
  eventId: 7,
  totalSlots: 2,
  availableSpots: 2,
  isAvailable: true,
}))
const css = ':root{--paper:#fff}'

function render(content: VisitorPage) {
  return renderVisitorPage(
    { content, signedIn: false },
    { css, scriptsOf: (page) => [`/assets/visitor/${page}.js`], publicUrl: 'https://shows.test' },
  )
}
const eventPage = {
  page: 'event',
  event,
  hours: '10:00 AM – 4:30 PM EDT',
  slots,
  idempotencyKey: 'k1',
  opened: 'o1',
} as const

describe('the first HTML of the event page', () => {
  const html = render(eventPage)

  test('holds every slot as a radio button of one plain form', () => {
    expect(html.match(/<input(?=[^>]* type="radio")[^>]* name="timeSlotId"/g)).toHaveLength(39)
    const [form = ''] = /<form[^>]*>/.exec(html) ?? []
    expect(form).toContain('action="/event/spring-bridal#booking"')
    expect(form).toContain('method="post"')
    expect(form).toMatch(/enctype="multipart\/form-data"/i)
    expect(html).toMatch(/<input(?=[^>]* type="hidden")[^>]* name="idempotencyKey" value="k1"/)
    expect(html).toContain('78 of 78')
  })

  test('inlines nothing but the style, the theme script and data', () => {
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).toContain(`<style>${css}</style>`)
    expect(html).toContain(`<script>${pageScript}</script>`)
    expect(html.match(/<script(?! type="application\/(?:ld\+)?json")/g)).toHaveLength(1)
    expect(html).not.toMatch(/<[^>]+ (style|on[a-z]+)=/)
  })

  test('keeps what a host typed as text, in the markup and in the data', () => {
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('<title>Spring &lt;Bridal&gt; &amp; &quot;Trunk&quot; Show · Maison Vale</title>')
  })

  test('names the scripts of its page', () => {
    expect(html).toContain('<html lang="en" data-scripts="/assets/visitor/event.js">')
  })

  test('has the host’s name only where there is no logo', () => {
    const named = /<p[^>]* aria-hidden="true"[^>]*>Maison Vale<\/p>/
    expect(html).toMatch(named)
    const withLogo = render({ ...eventPage, event: { ...event, logoUrl: '/uploads/events/logo.webp' } })
    expect(withLogo).not.toMatch(named)
    expect(withLogo).toContain('alt="Maison Vale"')
  })

  test('has a link preview for other sites', () => {
    expect(html).toContain('property="og:url" content="https://shows.test/event/spring-bridal"')
  })
})

test.each([
  [{ ...eventPage, event: { ...event, isPublic: false } }, true],
  [{ page: 'cancel', token: '1-abc' }, true],
  [{ page: 'not-found' }, true],
  [eventPage, false],
  [{ page: 'landing', events: [event] }, false],
] as const)('search engines are kept out where they should be %#', (content, noindex) => {
  expect(render(content as VisitorPage).includes('name="robots" content="noindex"')).toBe(noindex)
})

test('a cancel page with an error shows the reason and a link home, without a spinner', () => {
  const message = 'Booking not found.'
  const html = render({
    page: 'cancel',
    token: '1-abc',
    answer: { message, error: message, code: 'not_found', unchanged: false },
  })
  expect(html).toContain('<title>Appointment not canceled · Trunkshow</title>')
  expect(html).toContain(`<p role="alert">${message}</p>`)
  expect(html).toMatch(/<a(?=[^>]* href="\/")[^>]*>Return to Home<\/a>/)
  expect(html).not.toContain('Canceling your appointment')
  expect(html).not.toContain('Try again')
})

test('a waitlist page needs a script only where it shows an offered time, which it also shows by the guest’s clock', () => {
  const wait = {
    page: 'waitlist',
    token: 'abc',
    event,
    attendeeName: 'Grace Okafor',
    attendeeEmail: 'grace@guest.test',
    partySize: 1,
    target: 'Any time',
    status: 'waiting',
  } as const
  const offer = { slotDate: '2027-04-16', startTime: '10:00', endTime: '10:30', until: '9:00 AM EDT' }
  expect(render(wait)).not.toContain('data-scripts')
  expect(render({ ...wait, status: 'offered', offer })).toContain(
    'data-scripts="/assets/visitor/waitlist.js"',
  )
})

test('the event page counts the open spots of every time; a guest who moves an appointment reads only which is the last', () => {
  const some = [2, 1, 0].map((availableSpots, at) => ({ ...slots[at]!, availableSpots }))
  const labels = (html: string) =>
    [...html.matchAll(/<small>([^<]*)<\/small><\/span>/g)].map(([, words]) => words)
  expect(labels(render({ ...eventPage, slots: some }))).toEqual([
    '2 Available',
    '1 Available',
    'Fully Booked',
  ])
  const booking = {
    ...{ id: '1-abc', timeSlotId: 9, slotDate: '2027-04-16', startTime: '14:00', endTime: '14:30' },
    ...{ attendeeName: 'Grace Okafor', attendeeEmail: 'grace@guest.test', partySize: 1, spots: 1 },
    ...{ status: 'active', isComing: false, phone: null, answers: [], hasOrders: false },
  }
  const page = {
    page: 'booking',
    token: '1-abc',
    event,
    booking,
    slots: some,
    cannotReschedule: null,
    cannotCancel: null,
  }
  expect(labels(render(page as unknown as VisitorPage))).toEqual(['', 'Last spot'])
})

test('a canceled appointment needs no script; one that can be canceled does', () => {
  const event = { id: 7, name: 'Spring', eventDate: '2027-04-16', location: null }
  const timeSlot = { slotDate: '2027-04-16', startTime: '10:00', endTime: '10:30', time: '10:00 AM EDT' }
  const canceled = { page: 'cancel', token: '1-abc', answer: { success: true, event, timeSlot } } as const
  expect(render(canceled)).not.toContain('data-scripts')
  expect(render({ page: 'cancel', token: '1-abc' })).toContain('data-scripts="/assets/visitor/cancel.js"')
})
