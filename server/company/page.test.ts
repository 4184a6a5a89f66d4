import { createHash, randomBytes } from 'node:crypto'
import { accentStyle } from '@trunkshow/contract/company/rules.ts'
import type { CompanyPage, EventPage } from '@trunkshow/contract/visitor-page.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { readOldLogos } from '../platform/files/pictures.ts'
import { startTestApp } from '../test/app.ts'
import { book, dayAhead, eventForm, makeCompany, makeEvent, type TestUser } from '../test/factories.ts'
import { noise } from '../test/pictures.ts'
import { formWith } from '../test/uploads.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

/** A name that no other company of these tests has. */
const newName = () => `Maison ${randomBytes(4).toString('hex')} x`

async function save(owner: TestUser, companyName: string) {
  const { status, body } = await owner.call('POST', '/api/company', { companyName })
  expect(status).toBe(201)
  return body.urlSlug as string
}

const savePage = (owner: TestUser, body: Record<string, unknown>) =>
  owner.call('PUT', '/api/company/page', body)

test('the first save makes the address from the name, a free one that is not reserved', async () => {
  const name = newName()
  const slug = name.toLowerCase().replaceAll(' ', '-')
  expect(await save(await makeCompany(app), name)).toBe(slug)
  expect(await save(await makeCompany(app), name.toUpperCase())).toBe(`${slug}-2`)
  expect(await save(await makeCompany(app), 'Events')).toMatch(/^events-/)
  expect(await save(await makeCompany(app), '東京')).toMatch(/^shows/)
  const again = await makeCompany(app)
  const first = await save(again, newName())
  await again.call('PUT', '/api/company', { companyName: 'Another Name' })
  expect((await again.call('GET', '/api/company')).body.urlSlug).toBe(first)
})

test('lists public, active events that are not over, says what is sold out, and is a page not found otherwise', async () => {
  const owner = await makeCompany(app)
  const slug = await save(owner, newName())
  const empty = await openPage<CompanyPage>(app, `/shows/${slug}`)
  expect(empty.status).toBe(200)
  expect(empty.read).toContain('There are no trunk shows to book right now.')

  await makeEvent(owner, { name: 'Private Show', isPublic: false })
  await makeEvent(owner, { name: 'Inactive Show', isActive: false })
  await makeEvent(owner, { name: 'Past Show', eventDate: dayAhead(-1) })
  const open = await makeEvent(owner, {
    name: 'Open Show',
    location: '5 Quiet Lane',
    showLocation: false,
    eventDate: dayAhead(9),
  })
  const full = await makeEvent(owner, { name: 'Full Show', endTime: '10:30', maxBookingsPerSlot: 1 })
  expect((await book(app, full.slots[0]!.id)).status).toBe(201)
  await makeEvent(await makeCompany(app), { name: 'Show of Others' })
  const page = await openPage<CompanyPage>(app, `/shows/${slug.toUpperCase()}/`)
  expect(page).toMatchObject({ status: 302, headers: { location: `/shows/${slug}` } })
  const shown = await openPage<CompanyPage>(app, `/shows/${slug}`)
  expect(shown.content.events.map(({ name }) => name)).toEqual(['Open Show', 'Full Show'])
  expect(shown.content.soldOut).toEqual([full.id])
  expect(shown.read).toMatch(/Open Show .*Book Appointment.* Full Show .*Sold Out: View Event/)
  expect(shown.text).toContain(`href="/event/${open.id}"`)
  expect(shown.text).not.toContain('Quiet Lane')
  expect(shown.read).toContain('12 Mercer Street, New York')
  const asOwner = await owner.call('GET', `/shows/${slug}`, undefined, { accept: 'text/html' })
  expect(asOwner.text).not.toMatch(/limitPerNetwork|"userId"/)

  for (const unknown of ['/shows/no-such-company', '/shows/a%20b', `/shows/${'x'.repeat(300)}`]) {
    const missing = await openPage(app, unknown)
    expect(missing.status).toBe(404)
    expect(missing.read).toContain('Page Not Found')
  }
})

test('the address can be changed, and the earlier ones lead to it', async () => {
  const owner = await makeCompany(app)
  const first = await save(owner, newName())
  const second = `atelier-${randomBytes(4).toString('hex')}`
  const changed = await savePage(owner, { urlSlug: second.toUpperCase() })
  expect(changed).toMatchObject({ status: 200, body: { urlSlug: second } })
  expect(await openPage(app, `/shows/${first}`)).toMatchObject({
    status: 302,
    headers: { location: `/shows/${second}` },
  })

  const rival = await makeCompany(app)
  await save(rival, newName())
  for (const urlSlug of [first, second.toUpperCase()]) {
    const refused = await savePage(rival, { urlSlug })
    expect(refused).toMatchObject({
      status: 409,
      body: { fields: { urlSlug: expect.stringContaining('Another company') } },
    })
  }
  expect((await savePage(rival, { urlSlug: 'events' })).body.fields.urlSlug).toContain('reserved')
  expect((await savePage(rival, { urlSlug: 'a b' })).status).toBe(400)
  expect((await savePage(owner, { urlSlug: first })).body.urlSlug).toBe(first)

  for (let count = 0; count < 9; count++) await savePage(owner, { urlSlug: `${second}-${count}` })
  expect((await openPage(app, `/shows/${first}`)).status).toBe(302)
  expect((await openPage(app, `/shows/${second}`)).status).toBe(404)
})

test('two companies that take one address at once: one gets it', async () => {
  const [one, other] = [await makeCompany(app), await makeCompany(app)]
  await Promise.all([save(one, newName()), save(other, newName())])
  const urlSlug = `race-${randomBytes(4).toString('hex')}`
  const answers = await Promise.all([savePage(one, { urlSlug }), savePage(other, { urlSlug })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

const companyAddress = '12 Mercer Street\nNew York, NY 10013'

test('guest pages show color, logo and address once they are set, and nothing of them before', async () => {
  const owner = await makeCompany(app)
  await owner.call('POST', '/api/company', { companyName: 'Maison Vale <b>', companyAddress })
  const { urlSlug } = (await owner.call('GET', '/api/company')).body
  const event = await makeEvent(owner)
  const token: string = (await book(app, event.slots[0]!.id)).body.id
  const shows = `/shows/${urlSlug}`
  /** These begin with the company's mark. */
  const isOwnHead = [`/event/${event.urlSlug}`, shows, `/booking/${token}`]
  const pages = [...isOwnHead, `/cancel-booking/${token}`]
  const open = () => Promise.all(pages.map((page) => openPage(app, page)))
  for (const { text, headers } of await open()) {
    expect(text).not.toMatch(/Open in a map|html:root/)
    expect(text.split('<main')[0]).not.toContain('>Trunkshow</a>')
    expect(text.split('<footer')[1]).toMatch(/Powered by.*Trunkshow.*Staff log in/)
    expect(headers['content-security-policy']).toMatch(/style-src 'self' '[^']+';/)
  }

  const logo = await noise(200, 100).png().toBuffer()
  const body = formWith([['logo', logo]], { urlSlug, accentColor: '#FFD700', showAddress: true })
  const saved = await owner.call('PUT', '/api/company/page', body)
  expect(saved).toMatchObject({ status: 200, body: { accentColor: '#ffd700', showAddress: true } })
  const style = accentStyle('#ffd700')
  const hash = createHash('sha256').update(style).digest('base64')
  await expect.poll(async () => (await open()).every(({ text }) => text.includes(style))).toBe(true)
  for (const [at, { read, text, headers }] of (await open()).entries()) {
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    expect(read).toContain('12 Mercer Street New York, NY 10013 Open in a map')
    const [head, footer] = text.split('<footer')
    expect(head).toContain(saved.body.logoUrl)
    const bar = head!.slice(head!.indexOf('<header'), head!.indexOf('id="root"'))
    expect(bar.includes('Maison Vale &lt;b&gt;')).toBe(pages[at] !== shows)
    expect(bar.includes(saved.body.logoUrl)).toBe(!isOwnHead.includes(pages[at]!))
    // The name is in previews of the link, of pages that have them.
    if (at < 2) expect(head).toContain('<meta property="og:site_name" content="Maison Vale &lt;b&gt;"/>')
    expect(footer!.includes(`href="${shows}"`)).toBe(pages[at] !== shows)
  }

  const list = () => openPage(app, `/event/${event.id}/shows`)
  await expect.poll(async () => (await list()).text.includes(saved.body.logoUrl)).toBe(true)

  const reset = await owner.call('PUT', '/api/company/page', { urlSlug, accentColor: '', removeLogo: true })
  expect(reset.body).toMatchObject({ accentColor: null, logoUrl: null, showAddress: false })
})

test('a color is six hexadecimal digits, so nothing else reaches the page', async () => {
  const owner = await makeCompany(app)
  await owner.call('POST', '/api/company', { companyName: 'Maison Vale' })
  const { urlSlug } = (await owner.call('GET', '/api/company')).body
  for (const accentColor of ['red', '#fff', '#12345g', '#000000}body{display:none', 7]) {
    const { status, body } = await owner.call('PUT', '/api/company/page', { urlSlug, accentColor })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('accentColor')
  }
})

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
    expect(text).not.toMatch(/>Login<|Staff log in|aria-label="Pages"/)
    const detailed = await openPage(app, `${page}?details`)
    expect(detailed.headers['content-security-policy']).toContain(shop)
    for (const [shown, hasDetails] of [
      [text, false],
      [detailed.text, true],
    ] as const) {
      if (page.includes('event')) expect(shown.includes('Hosted by Maison Vale')).toBe(hasDetails)
      expect(shown.match(/<h1/g)).toHaveLength(1)
    }
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

test('a frame that shows details keeps them at each step', async () => {
  const host = await makeHost()
  const event = await makeEvent(host, { maxBookingsPerSlot: 1 })
  const address = `/embed/event/${event.urlSlug}`
  const detailed = await openPage(app, `${address}?details`)
  expect(detailed.text).toContain(`action="${address}?details#booking"`)
  const dated = await openPage(app, `${address}?details&date=${event.slots[0]!.slotDate}`)
  expect(dated.text).toContain(`action="${address}?details&amp;date=${event.slots[0]!.slotDate}#booking"`)
  const { urlSlug } = (await host.call('GET', '/api/company')).body
  const list = await openPage(app, `/embed/shows/${urlSlug}`)
  expect(list.text).toContain(`href="/embed/event/${event.id}?details"`)
  const moved = await openPage(app, `/embed/shows/${urlSlug.toUpperCase()}?details`)
  expect(moved.headers.location).toBe(`/embed/shows/${urlSlug}?details`)
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

/** A logo of one stroke of this color; `ground` is behind it, none if it is transparent. */
const stroke = (background: string, ground?: string) =>
  sharp({ create: { width: 60, height: 20, channels: 4, background } })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: ground ?? '#00000000' })
    .png()
    .toBuffer()

test.each([
  ['dark ink', () => stroke('#1f1b16'), 'dark'],
  ['light ink', () => stroke('#fffaf3'), 'light'],
  ['gold', () => stroke('#b08d57'), 'any'],
  ['dark ink on white', () => stroke('#1f1b16', '#ffffff'), 'white'],
  [
    'gold on the white of a JPEG',
    () => stroke('#b08d57', '#ffffff').then((png) => sharp(png).jpeg().toBuffer()),
    'white',
  ],
  ['light ink on black', () => stroke('#fffaf3', '#000000'), 'any'],
  [
    'little white',
    () =>
      sharp({ create: { width: 60, height: 60, channels: 3, background: '#7a4a2b' } })
        .extend({ left: 50, background: 'white' })
        .png()
        .toBuffer(),
    'any',
  ],
  ['nothing', () => stroke('#00000000'), 'any'],
  ['a photo', () => noise(300, 100).jpeg().toBuffer(), 'any'],
])('a logo of %s says which ground it needs', async (_, draw, tone) => {
  const owner = await makeCompany(app)
  const urlSlug = await save(owner, newName())
  const logo = await draw()
  const form = formWith([['logo', logo]], { urlSlug })
  const { body } = await owner.call('PUT', '/api/company/page', form)
  expect(body.logoUrl).toMatch(new RegExp(`\\.webp#${tone}$`))
  const event = await owner.call('POST', '/api/events', formWith([['logo', logo]], eventForm()))
  expect(event.body.logoUrl).toBe(body.logoUrl)

  // Version 1.0.0 stored no such ending.
  const plain = body.logoUrl.split('#')[0]
  await app.pool.query('UPDATE companies SET logo_url = $1 WHERE id = $2', [plain, owner.companyId])
  await app.pool.query('UPDATE events SET logo_url = $1 WHERE id = $2', [plain, event.body.id])
  await readOldLogos({ db: databaseOf(app.pool), files: app.files })
  const logosNow = await app.rows(
    'SELECT c.logo_url AS company, e.logo_url AS event FROM companies AS c JOIN events AS e ON e.company_id = c.id WHERE c.id = $1',
    [owner.companyId],
  )
  expect(logosNow).toEqual([{ company: body.logoUrl, event: body.logoUrl }])
})
