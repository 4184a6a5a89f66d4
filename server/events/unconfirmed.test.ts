import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeEvent } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

const sending = startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shows@shop.test' })
const offline = startTestApp()

test('events of a company without a confirmed email open by link, and are listed once it is confirmed', async () => {
  const host = await makeCompany(sending)
  const event = await makeEvent(host, { name: 'Quiet Show' })
  const confirm = (at: string) =>
    sending.rows(`UPDATE users SET email_confirmed_at = ${at} WHERE id = $1`, [host.id])
  const isListed = async () => {
    const { body } = await sending.call('GET', '/api/events')
    const listed = body.some(({ id }: { id: number }) => id === event.id)
    expect((await openPage(sending, '/')).text.includes('Quiet Show')).toBe(listed)
    return listed
  }
  await confirm('NULL')
  expect(await isListed()).toBe(false)
  expect((await openPage(sending, `/event/${event.urlSlug}`)).status).toBe(200)
  expect((await openPage(sending, `/event/${event.id}`)).status).toBe(200)
  expect((await host.call('GET', '/api/events')).body).toHaveLength(1)
  await confirm('now()')
  expect(await isListed()).toBe(true)
})

test('they are listed without a mail server, since no one could confirm an email', async () => {
  const host = await makeCompany(offline)
  const event = await makeEvent(host)
  await offline.rows('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', [host.id])
  expect((await offline.call('GET', '/api/events')).body).toMatchObject([{ id: event.id }])
})
