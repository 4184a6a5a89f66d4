import { randomBytes } from 'node:crypto'
import type { CompanyPage } from '@trunkshow/contract/visitor-page.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, dayAhead, makeCompany, makeEvent, type TestUser } from '../test/factories.ts'
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
