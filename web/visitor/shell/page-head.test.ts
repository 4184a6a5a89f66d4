import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import { readZone } from '@trunkshow/contract/zones.ts'
import { expect, test } from 'vitest'
import { renderVisitorPage } from '../entry-server.tsx'

const event: Event = {
  id: 7,
  urlSlug: 'spring-bridal',
  name: 'Spring </script> Show',
  hostName: 'Maison Vale',
  description: 'The new season.',
  location: '12 Mercer Street',
  showLocation: true,
  contactEmail: null,
  isMultiDay: true,
  eventDate: '2027-03-13',
  endDate: '2027-03-14',
  startTime: '10:00',
  timeZone: 'America/New_York',
  city: null,
  zone: [...readZone('America/New_York', '2026-01-01', '2029-01-01')],
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

function render(changes: Partial<Event>) {
  const content: VisitorPage = {
    page: 'event',
    hours: '10:00 AM – 4:30 PM EDT',
    event: { ...event, ...changes },
    slots: [],
    idempotencyKey: 'k',
    opened: 'o',
  }
  const assets = { css: '', scriptsOf: () => [], publicUrl: 'https://shows.test' }
  return renderVisitorPage({ content, signedIn: false }, assets)
}

const jsonLdOf = (html: string) => /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]

test('a public event has structured data and a social card with correct times', () => {
  const html = render({ bannerUrl: '/uploads/images/4f/1920.webp' })
  expect(JSON.parse(jsonLdOf(html)!)).toMatchObject({
    '@type': 'Event',
    name: event.name,
    startDate: '2027-03-13T15:00:00.000Z',
    endDate: '2027-03-14T20:30:00.000Z',
    location: { address: '12 Mercer Street' },
    url: 'https://shows.test/event/spring-bridal',
    image: 'https://shows.test/uploads/images/4f/1920.webp',
  })
  expect(html).toContain('<meta property="og:url" content="https://shows.test/event/spring-bridal"/>')
  for (const [property, content] of [
    ['og:image', 'https://shows.test/uploads/images/4f/960.jpg'],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', '960'],
  ])
    expect(html).toContain(`<meta property="${property}" content="${content}"/>`)
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  expect(html).not.toContain('noindex')
})

test('a private event has neither', () => {
  const html = render({ isPublic: false })
  expect(jsonLdOf(html)).toBeUndefined()
  expect(html).toContain('<meta name="robots" content="noindex"/>')
})
