import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { makeShow } from '../test/factories.ts'
import { openMailbox } from '../test/mail/mailbox.ts'
import { launchProduct, startProduct } from '../test/product.ts'

const app = startTestApp()

const GUESTS = 300

test('kill -9 of the app as it stores a message, and of workers that send it, loses no email of 300 and doubles none but the one that the mail server was taking', async () => {
  const { host, event, slots } = await makeShow(app)
  await app.rows(
    `WITH taken AS (UPDATE time_slots SET total_slots = $3, booked = $3 WHERE id = $2)
     INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email)
     SELECT company_id, event_id, id, 'Guest ' || n, 'guest-' || n || '@mail.test'
     FROM time_slots, generate_series(1, $3) AS n WHERE id = $2 AND company_id = $1`,
    [host.companyId, slots[0]!.id, GUESTS],
  )
  const guests = Array.from({ length: GUESTS }, (_, at) => `guest-${at + 1}@mail.test`)

  // Its content is never sent for those asked about; the one taken was accepted before its worker could tell.
  const diesAsAsked = new Set([60, 200])
  const diesAsTaken = 140
  let asked = 0
  let worker = { kill: (_: NodeJS.Signals): unknown => false }
  const inDoubt: string[] = []
  const mailbox = await openMailbox({
    refuse() {
      asked++
      if (diesAsAsked.has(asked)) worker.kill('SIGKILL')
      return null
    },
    reject(guest) {
      if (asked === diesAsTaken) {
        worker.kill('SIGKILL')
        inDoubt.push(guest)
      }
      return null
    },
  })
  onTestFinished(mailbox.close)
  const { appSecret, dataDir, databaseUrl } = app.config
  const variables = { APP_SECRET: appSecret, DATA_DIR: dataDir, DATABASE_URL: databaseUrl! }
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'shows@trunkshow.test' }

  const startWeb = () => startProduct({ ROLE: 'web', ...variables, ...mail })
  const key = unique('key')
  const press = async (url: string) => {
    const answer = await fetch(`${url}/api/events/${event.id}/messages`, {
      method: 'POST',
      headers: { cookie: host.cookie, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ subject: 'A new door', text: 'Please ring.' }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const dying = await startWeb()
  const client = await app.pool.connect()
  await client.query('BEGIN; LOCK TABLE email_notifications IN SHARE MODE')
  const unanswered = press(dying.url).catch(() => 'unanswered')
  const isWaiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect(await app.rows(isWaiting)).toHaveLength(1), { timeout: 60_000 })
  expect(await dying.end('SIGKILL')).toEqual([null, 'SIGKILL'])
  expect(await unanswered).toBe('unanswered')
  await client.query('COMMIT')
  client.release()

  const web = await startWeb()
  for (const time of ['first', 'repeated'])
    expect([time, await press(web.url)]).toEqual([time, { status: 201, body: { guests: GUESTS } }])
  expect(await web.end('SIGKILL')).toEqual([null, 'SIGKILL'])

  for (const _ of [...diesAsAsked, diesAsTaken]) {
    const killed = launchProduct({ ROLE: 'worker', ...variables, ...mail })
    worker = killed
    expect(await once(killed, 'close')).toEqual([null, 'SIGKILL'])
    // Its lease would end by itself in 90 seconds.
    await app.rows(`UPDATE email_notifications SET next_attempt_at = now() WHERE status = 'sending'`)
  }
  const last = launchProduct({ ROLE: 'worker', ...variables, ...mail })
  const sent = `SELECT count(*)::int AS sent FROM email_notifications WHERE company_id = $1 AND status = 'sent'`
  const areSent = async () => expect(await app.rows(sent, [host.companyId])).toEqual([{ sent: GUESTS }])
  await vi.waitFor(areSent, { timeout: 120_000, interval: 500 })
  last.kill()
  expect(await once(last, 'close')).toEqual([0, null])

  const received = Map.groupBy(mailbox.mails, ({ recipients }) => recipients[0]!)
  expect([...received.keys()].toSorted()).toEqual(guests.toSorted())
  const doubled = [...received].filter(([, mails]) => mails.length > 1)
  expect(doubled.map(([guest, mails]) => [guest, mails.length])).toEqual(inDoubt.map((guest) => [guest, 2]))
  for (const [, mails] of doubled) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
  expect(inDoubt).toHaveLength(1)
})
