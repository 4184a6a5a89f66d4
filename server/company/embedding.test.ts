import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, makeCompany, makeEvent } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()
const shop = 'https://www.shop.example'

async function makeHost() {
  const host = await makeCompany(app)
  await host.call('POST', '/api/company', { companyName: 'Maison Vale' })
  return host
}

test('only embedded pages can be framed, and only by the sites of their company', async () => {
  const [host, other] = [await makeHost(), await makeHost()]
  const saved = await host.call('PUT', '/api/company/embedding', {
    embedOrigins: ['www.shop.example/', shop],
  })
  expect(saved).toMatchObject({ status: 200, body: { embedOrigins: [shop] } })
  const [event, foreign] = [await makeEvent(host), await makeEvent(other)]
  const token: string = (await book(app, event.slots[0]!.id)).body.id

  for (const page of [`/embed/event/${event.urlSlug}`, `/embed/shows/${saved.body.urlSlug}`]) {
    const { status, headers, text } = await openPage(app, page)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'self' ${shop}`)
    expect(headers['x-frame-options']).toBeUndefined()
    expect(text).not.toMatch(/Trunkshow<\/a>|>Login</)
  }
  for (const page of [
    `/event/${event.urlSlug}`,
    `/embed/event/${foreign.urlSlug}`,
    `/booking/${token}`,
    `/cancel-booking/${token}`,
    `/shows/${saved.body.urlSlug}`,
    '/embed/event/unknown-event',
    '/auth',
    '/settings',
  ]) {
    const { headers } = await openPage(app, page)
    expect(headers['content-security-policy'], page).toMatch(/frame-ancestors 'self'(;|$)/)
  }
  expect((await openPage(app, '/settings')).headers['x-frame-options']).toBe('SAMEORIGIN')
  const refused = await host.call('PUT', '/api/company/embedding', {
    embedOrigins: ["https://x.example;'none'"],
  })
  expect(refused.status).toBe(400)
})

test('a private event is booked in a frame without cookies and scripts', async () => {
  const host = await makeHost()
  const event = await makeEvent(host, { isPublic: false })
  const address = `/embed/event/${event.urlSlug}`
  const page = await openPage<EventPage>(app, address)
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.text).toContain(`action="${address}#booking"`)
  const { grant, opened, idempotencyKey } = page.content
  const booked = await openPage<EventPage>(app, address, {
    form: {
      timeSlotId: String(event.slots[0]!.id),
      attendeeName: 'Grace Okafor',
      attendeeEmail: 'grace@guest.test',
      idempotencyKey,
      opened,
      grant: grant!,
    },
  })
  expect(booked.status).toBe(201)
  expect(booked.headers['set-cookie']).toBeUndefined()
  expect(booked.read).toContain('Booking Confirmed')
  expect(booked.text).toMatch(/href="\/booking\/[^"]+"[^>]*target="_blank"/)
})

test('the script for hosts’ sites may be loaded by them', async () => {
  const { status, headers, text } = await openPage(app, '/embed.js')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(text).toContain('iframe')
})
