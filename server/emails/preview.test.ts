import fastify from 'fastify'
import { expect, test } from 'vitest'
import { bookingEmails } from '../bookings/emails.tsx'
import { databaseOf } from '../db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { book, makeCompany, makeEvent } from '../test/factories.ts'
import { previewPages } from './pages.ts'

const app = startTestApp()

test('developers see every kind of email as it would be sent now; the product has no such page', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { contactEmail: '', maxBookingsPerSlot: 2 })
  for (const slot of [0, 1]) await book(app, event.slots[slot]!.id, { attendeeName: 'Grace Okafor' })
  const before = await app.rows('SELECT * FROM email_notifications ORDER BY id')
  expect((await app.call('GET', '/dev/emails')).status).toBe(404)

  const developer = fastify()
  developer.addHook('onRequest', async (request) => {
    request.ctx = { config: app.config, db: databaseOf(app.pool) } as typeof request.ctx
  })
  previewPages(developer)
  const { body } = await developer.inject('/dev/emails')
  await developer.close()
  for (const kind of [...Object.keys(bookingEmails), 'guest_data', 'digest'])
    for (const look of ['Light', 'Dark', '320 pixels', 'Without pictures'])
      expect(body).toContain(`title="${kind}: ${look}"`)
  expect(body).toContain('Hi Grace, your appointment is booked.')
  expect(body).toContain('2 booking updates')
  expect(body).toContain('<h2>password_reset</h2><p>No email of this kind applies now.</p>')
  expect(await app.rows('SELECT * FROM email_notifications ORDER BY id')).toEqual(before)
})
