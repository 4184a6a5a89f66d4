import { emailTypes, typesOfKind } from '@trunkshow/contract/emails/rules.ts'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { noticeMailbox } from '../platform/mail/notices.ts'
import { startTestApp } from '../test/app.ts'
import { book, makeCompany, makeEvent } from '../test/factories.ts'
import { previewPages } from './routes.ts'

const app = startTestApp()

/** Everything that the page's rows are in, and the outbox. */
const stored = async (companyId: number) => {
  const tables = [
    ...['users', 'events', 'time_slots', 'bookings', 'waitlist_entries', 'waitlist_offers', 'event_co_hosts'],
    ...['email_confirmations', 'email_notifications', 'notices_off', 'emails'],
  ]
  const rows = tables.map((table) => app.rows(`SELECT * FROM ${table} WHERE company_id = ${companyId}`))
  return [await app.rows('SELECT * FROM companies WHERE id = $1', [companyId]), ...(await Promise.all(rows))]
}

async function openPreview() {
  const developer = fastify()
  developer.addHook('onRequest', async (request) => {
    request.ctx = { config: app.config, db: databaseOf(app.pool), files: app.files } as typeof request.ctx
  })
  previewPages(developer)
  const { body } = await developer.inject('/dev/emails')
  await developer.close()
  return body
}

const none = 'No email of this kind applies now.'
const expectKinds = (page: string, kinds: string[]) => {
  for (const kind of kinds)
    for (const look of ['Light', 'Dark', '320 pixels', 'Without pictures'])
      expect(page).toContain(`title="${kind}: ${look}"`)
}

test('developers see every email type with their newest event, even a past one that is off; nothing is stored', async () => {
  const host = await makeCompany(app)
  const ofAccounts = typesOfKind('account').filter((kind) => kind !== 'co_host_invitation')
  expectKinds(await openPreview(), [...ofAccounts, 'data_request_notice'])

  const event = await makeEvent(host, { contactEmail: '', maxBookingsPerSlot: 1 })
  await book(app, event.slots[0]!.id, { attendeeName: 'Cleo Vale' })
  await app.rows(`UPDATE events SET is_active = false, event_date = '2020-02-02' WHERE id = ${event.id}`)
  await app.rows(`UPDATE time_slots SET slot_date = '2020-02-02' WHERE event_id = ${event.id}`)
  const mailbox = noticeMailbox(app.config, host.email)
  await app.rows('INSERT INTO notices_off (company_id, mailbox) VALUES ($1, $2)', [host.companyId, mailbox])
  const before = await stored(host.companyId)
  expect((await app.call('GET', '/dev/emails')).status).toBe(404)
  const page = await openPreview()
  expectKinds(page, [...Object.keys(emailTypes), 'digest'])
  expect(page).not.toContain(none)
  expect(page).toContain('Hi Cleo Vale, your appointment is booked.')
  expect(page).toContain('2 booking updates')
  expect(await stored(host.companyId)).toEqual(before)
})
