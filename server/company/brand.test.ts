import { createHash } from 'node:crypto'
import { accentStyle } from '@trunkshow/contract/company/rules.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, makeCompany, makeEvent } from '../test/factories.ts'
import { noise } from '../test/pictures.ts'
import { formWith } from '../test/uploads.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()
const companyAddress = '12 Mercer Street\nNew York, NY 10013'

test('guest pages show color, logo and address once they are set, and nothing of them before', async () => {
  const owner = await makeCompany(app)
  await owner.call('POST', '/api/company', { companyName: 'Maison Vale <b>', companyAddress })
  const { urlSlug } = (await owner.call('GET', '/api/company')).body
  const event = await makeEvent(owner)
  const token: string = (await book(app, event.slots[0]!.id)).body.id
  const shows = `/shows/${urlSlug}`
  const withMark = [`/event/${event.urlSlug}`, `/booking/${token}`, shows]
  const pages = [...withMark, `/cancel-booking/${token}`]
  const open = () => Promise.all(pages.map((page) => openPage(app, page)))
  for (const { text, headers } of await open()) {
    expect(text).not.toMatch(/<footer|html:root/)
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
    expect(read).toContain('Maison Vale <b> 12 Mercer Street New York, NY 10013 Open in a map')
    const [main, footer] = text.split('<footer')
    expect(footer).toContain(saved.body.logoUrl)
    if (withMark.includes(pages[at]!)) expect(main).toContain(saved.body.logoUrl)
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
