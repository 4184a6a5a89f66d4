import { type EmailType, emailAudiences, emailTypes } from '@trunkshow/contract/emails/rules.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, unique } from '../../test/app.ts'
import { makeCompany } from '../../test/factories.ts'
import { databaseOf } from '../db/transaction.ts'
import { drainOutbox, type EmailWriter } from './drain-outbox.ts'
import { queueEmail, typeAndAudience } from './outbox.ts'
import type { Message, RecipientCap, RenderedMessage } from './transport.ts'

const app = startTestApp()
const SMTP = { smtpUrl: 'smtp://mail.test' }

/** Writes a plain email to the address of the row. */
const plain =
  (changes: Partial<Message> = {}): EmailWriter =>
  async (_ctx, { id }) => {
    const [row] = await app.rows<{ to: string }>(
      'SELECT subject AS to FROM email_notifications WHERE id = $1',
      [id],
    )
    return { to: { name: '', address: row!.to }, subject: row!.to, preview: '', lead: '', ...changes }
  }
const cap: RecipientCap = { perDay: 3, kinds: ['capped'] }
const writers = {
  booking_confirmation: plain(),
  booking_notice: plain(),
  waitlist_offer: plain(),
  booking_reminder: plain(),
  booking_thanks: plain(),
  invitation: plain(),
  password_reset: plain(),
  capped: plain({ cap }),
  unreadable: plain({
    get heading(): string {
      throw new Error('This email has no heading')
    },
  }),
}

/** Who an email of the tests is for. */
const audienceOf = (kind: keyof typeof writers) =>
  kind === 'capped' || kind === 'unreadable' ? 'guest' : emailTypes[kind].audience

/** Queues emails of a company, due now. */
async function queue(companyId: number, kind: keyof typeof writers, addresses: string[]) {
  await app.rows(
    `INSERT INTO email_notifications (company_id, email_type, audience, subject, next_attempt_at)
     SELECT $1, $2, $4, address, now() - interval '1 hour' + n * interval '1 millisecond'
     FROM unnest($3::text[]) WITH ORDINALITY AS given (address, n)`,
    [companyId, kind, addresses, audienceOf(kind)],
  )
}
const addresses = (count: number, prefix = 'guest') =>
  Array.from({ length: count }, () => `${unique(prefix)}@mail.test`)

/** Sends what is due, and returns the recipients in order. */
async function drain(
  config: object = {},
  sent: string[] = [],
  onSend = async () => {},
  using: Record<string, EmailWriter> = writers,
) {
  const transport = {
    async send(_name: string, message: RenderedMessage) {
      sent.push(message.to.address)
      await onSend()
    },
    close() {},
  }
  await drainOutbox(
    { config: { ...app.config, ...config }, db: databaseOf(app.pool), files: app.files },
    using,
    transport,
  )
  return sent
}

const statesOf = (companyId: number) =>
  app.rows(
    `SELECT status, waits_for AS reason, count(*)::int AS mails FROM email_notifications
     WHERE company_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [companyId],
  )

/** Simulates a day passing. */
async function letDayPass(companyId: number) {
  await app.rows(
    `UPDATE email_notifications SET sent_at = sent_at - interval '1 day',
       next_attempt_at = CASE WHEN next_attempt_at = 'infinity' THEN next_attempt_at ELSE next_attempt_at - interval '1 day' END
     WHERE company_id = $1`,
    [companyId],
  )
}

const unconfirm = (companyId: number) =>
  app.rows('UPDATE users SET email_confirmed_at = NULL WHERE company_id = $1', [companyId])

describe('the emails of several companies', () => {
  test('go in turn: hundreds of one company delay another’s by one', async () => {
    const [one, other] = [await makeCompany(app), await makeCompany(app)]
    const many = addresses(500)
    await queue(one.companyId, 'booking_confirmation', many)
    const [late] = addresses(1, 'late') as [string]
    await queue(other.companyId, 'booking_confirmation', [late])
    const sent = await drain()
    expect(sent.indexOf(late)).toBeLessThanOrEqual(2)
    expect(sent.filter((to) => to !== late)).toEqual(many)
  })

  test('go one per company in turn', async () => {
    const companies = [await makeCompany(app), await makeCompany(app), await makeCompany(app)]
    for (const [index, { companyId }] of companies.entries())
      await queue(companyId, 'booking_confirmation', addresses(3, `of${index}-`))
    const sent = await drain()
    expect(sent.map((to) => to.slice(0, 3))).toEqual(Array(3).fill(['of0', 'of1', 'of2']).flat())
  })

  test('are sent once, by any number of workers', async () => {
    const companies = await Promise.all(Array.from({ length: 5 }, () => makeCompany(app)))
    const all = companies.map(() => addresses(20))
    for (const [index, { companyId }] of companies.entries())
      await queue(companyId, 'booking_confirmation', all[index]!)
    const sent: string[] = []
    await Promise.all([drain({}, sent), drain({}, sent), drain({}, sent), drain({}, sent)])
    expect(sent.toSorted()).toEqual(all.flat().toSorted())
  })

  test('are sent although one of them cannot be rendered, which fails after a day of tries', async () => {
    const [one, other] = [await makeCompany(app), await makeCompany(app)]
    await queue(one.companyId, 'unreadable', ['first@mail.test'])
    await queue(other.companyId, 'booking_confirmation', ['second@mail.test'])
    expect(await drain()).toEqual(['second@mail.test'])
    expect(await statesOf(one.companyId)).toEqual([{ status: 'pending', reason: null, mails: 1 }])
    await app.rows(
      `UPDATE email_notifications SET failing_since = failing_since - interval '25 hours', next_attempt_at = now()
       WHERE company_id = $1`,
      [one.companyId],
    )
    expect(await drain()).toEqual([])
    expect(
      await app.rows('SELECT status, failure, error_message FROM emails WHERE company_id = $1', [
        one.companyId,
      ]),
    ).toEqual([{ status: 'failed', failure: 'notWritten', error_message: 'This email has no heading' }])
  })

  test('that become due while others are sent go in the same run', async () => {
    const [one, other] = [await makeCompany(app), await makeCompany(app)]
    await queue(one.companyId, 'booking_confirmation', addresses(2))
    const [late] = addresses(1, 'late') as [string]
    await queue(other.companyId, 'booking_confirmation', [late])
    const leaseEnds = (when: string) =>
      app.rows(
        `UPDATE email_notifications SET status = 'sending', next_attempt_at = ${when} WHERE subject = $1`,
        [late],
      )
    await leaseEnds(`now() + interval '1 hour'`)
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const sent: string[] = []
    await drain({}, sent, async () => {
      if (sent.length === 1) await leaseEnds('now()')
      vi.advanceTimersByTime(1000)
    })
    expect(sent[1]).toBe(late)
  })

  test('of one company go to its accounts first, then to guests who wait, and thanks last', async () => {
    const { companyId } = await makeCompany(app)
    const kinds = [
      'booking_thanks',
      'booking_notice',
      'booking_reminder',
      'invitation',
      'waitlist_offer',
      'password_reset',
    ] as const
    for (const kind of kinds) await queue(companyId, kind, [`${kind}@mail.test`])
    expect(await drain()).toEqual(kinds.toReversed().map((kind) => `${kind}@mail.test`))
  })

  test('are for who the list says, in the order of the list, which is that of their index', async () => {
    const { companyId, id: userId } = await makeCompany(app)
    const types = Object.keys(emailTypes) as EmailType[]
    const ctx = { db: databaseOf(app.pool) }
    for (const emailType of types) await queueEmail(ctx, { companyId, userId, emailType, sequence: 0 })
    for (const type of types)
      await ctx.db.execute(sql`
        INSERT INTO email_notifications (company_id, email_type, audience) VALUES (${companyId}, ${typeAndAudience(type)})`)
    const stored = await app.rows<{ type: EmailType; audience: string; count: number }>(
      `WITH dropped AS (UPDATE email_notifications SET status = 'skipped' WHERE company_id = $1 RETURNING *)
       SELECT email_type AS type, audience, count(*)::int FROM dropped GROUP BY 1, 2`,
      [companyId],
    )
    expect(stored).toHaveLength(types.length)
    for (const { type, audience, count } of stored)
      expect({ type, audience, count }).toEqual({ type, audience: emailTypes[type].audience, count: 2 })
    expect(emailAudiences).toEqual(emailAudiences.toSorted())
    const index = 'email_notifications_due'
    expect(await app.rows('SELECT FROM pg_indexes WHERE indexname = $1', [index])).toHaveLength(1)
  })
})

describe('a company with an unconfirmed owner', () => {
  test('sends twenty emails to others and no notices, even with several workers, and the rest once confirmed', async () => {
    const { companyId, id } = await makeCompany(app)
    await unconfirm(companyId)
    const guests = addresses(60)
    await queue(companyId, 'booking_confirmation', guests)
    await queue(companyId, 'booking_notice', addresses(60, 'host'))
    await queue(companyId, 'password_reset', ['owner@shop.test'])
    const sent: string[] = []
    await Promise.all([drain(SMTP, sent), drain(SMTP, sent), drain(SMTP, sent)])
    expect(sent.filter((to) => to.startsWith('guest'))).toHaveLength(20)
    expect(sent.filter((to) => to.startsWith('host'))).toEqual([])
    expect(sent).toContain('owner@shop.test')
    expect(await statesOf(companyId)).toEqual([
      { status: 'sent', reason: null, mails: 21 },
      { status: 'waiting', reason: 'confirmation', mails: 100 },
    ])
    await letDayPass(companyId)
    expect(await drain(SMTP)).toEqual([])

    await app.rows('UPDATE users SET email_confirmed_at = now() WHERE id = $1', [id])
    await drain(SMTP, sent)
    expect(sent.filter((to) => to.startsWith('guest')).toSorted()).toEqual(guests.toSorted())
    expect(await statesOf(companyId)).toEqual([{ status: 'sent', reason: null, mails: 121 }])
  })

  test('keeps a fifth of the twenty for guests who wait', async () => {
    const { companyId } = await makeCompany(app)
    await unconfirm(companyId)
    await queue(companyId, 'invitation', addresses(30, 'invited'))
    expect(await drain(SMTP)).toHaveLength(16)
    await queue(companyId, 'booking_confirmation', addresses(10))
    const sent = await drain(SMTP)
    expect(sent.filter((to) => to.startsWith('guest'))).toHaveLength(4)
    expect(sent).toHaveLength(4)
    await app.rows('UPDATE users SET email_confirmed_at = now() WHERE company_id = $1', [companyId])
    expect(await drain(SMTP)).toHaveLength(20)
  })

  test('does not wait without a mail server', async () => {
    const { companyId } = await makeCompany(app)
    await unconfirm(companyId)
    await queue(companyId, 'booking_confirmation', addresses(25))
    await queue(companyId, 'booking_notice', addresses(1))
    expect(await drain({ smtpUrl: undefined })).toHaveLength(26)
  })
})

describe('the daily budget', () => {
  test('counts per company; emails beyond it wait without failing, and go when there is room', async () => {
    const [busy, calm] = [await makeCompany(app), await makeCompany(app)]
    const small = { emailBudgetPerDay: 5 }
    await queue(busy.companyId, 'booking_confirmation', addresses(8))
    await queue(busy.companyId, 'password_reset', ['owner@shop.test'])
    await queue(calm.companyId, 'booking_confirmation', addresses(2, 'calm'))
    const sent: string[] = []
    await Promise.all([drain(small, sent), drain(small, sent), drain(small, sent)])
    expect(sent.filter((to) => to.startsWith('guest'))).toHaveLength(5)
    expect(sent.filter((to) => to.startsWith('calm'))).toHaveLength(2)
    expect(sent).toContain('owner@shop.test')
    expect(await statesOf(busy.companyId)).toEqual([
      { status: 'sent', reason: null, mails: 6 },
      { status: 'waiting', reason: 'budget', mails: 3 },
    ])
    expect(await drain(small)).toEqual([])
    for (let days = 0; days < 2; days++) await letDayPass(busy.companyId)
    expect(await drain(small)).toHaveLength(3)
    expect(await statesOf(busy.companyId)).toEqual([{ status: 'sent', reason: null, mails: 9 }])
  })

  test.each(['booking_thanks', 'booking_reminder', 'booking_notice', 'invitation'] as const)(
    'keeps a fifth for guests who wait, however many emails like %s are due',
    async (kind) => {
      const { companyId } = await makeCompany(app)
      await queue(companyId, kind, addresses(12, 'other'))
      const budget = { emailBudgetPerDay: 10 }
      expect(await drain(budget)).toHaveLength(8)
      await queue(companyId, 'booking_confirmation', addresses(3))
      expect((await drain(budget)).map((to) => to.slice(0, 5))).toEqual(['guest', 'guest'])
      expect(await statesOf(companyId)).toEqual([
        { status: 'sent', reason: null, mails: 10 },
        { status: 'waiting', reason: 'budget', mails: 5 },
      ])
    },
  )

  test('is for guests: once a fifth is used, a host gets notices once an hour, in an email that counts once', async () => {
    const { companyId } = await makeCompany(app)
    const budget = { emailBudgetPerDay: 20 }
    const host = `${unique('host')}@shop.test`
    const notices: EmailWriter = async () => ({
      ...{ to: { name: '', address: host }, subject: 'Booked', preview: '', lead: '' },
      digest: { schedule: 'now', timeZone: 'America/New_York' },
    })
    // As bookings come one after the other, each with a notice.
    const sent: string[] = []
    for (let booking = 0; booking < 17; booking++) {
      await queue(companyId, 'booking_confirmation', addresses(1))
      await queue(companyId, 'booking_notice', [host])
      await drain(budget, sent, undefined, { ...writers, booking_notice: notices })
    }
    expect(sent.filter((to) => to !== host)).toHaveLength(17)
    expect(sent.filter((to) => to === host)).toHaveLength(2)
    await app.rows(
      `UPDATE email_notifications SET sent_at = sent_at - interval '1 hour',
         next_attempt_at = next_attempt_at - interval '1 hour' WHERE company_id = $1 AND audience = 'staff'`,
      [companyId],
    )
    // The digest waits too: four fifths are used.
    expect(await drain(budget, [], undefined, { ...writers, booking_notice: notices })).toEqual([])
    await app.rows(`UPDATE email_notifications SET next_attempt_at = now() WHERE company_id = $1`, [
      companyId,
    ])
    await drain({ emailBudgetPerDay: 40 }, sent, undefined, { ...writers, booking_notice: notices })
    expect(sent.filter((to) => to === host)).toHaveLength(3)
    // Those queued after four fifths were used come an hour later.
    expect(await statesOf(companyId)).toEqual([
      { status: 'sent', reason: null, mails: 30 },
      { status: 'waiting', reason: 'digest', mails: 4 },
    ])
    await queue(companyId, 'booking_thanks', addresses(12, 'thanked'))
    // 20 emails went out: 17 confirmations, two notices, and a digest of 11.
    expect(await drain({ emailBudgetPerDay: 30 })).toHaveLength(4)
  })

  test('does not delay account emails, of which there are fifty a day', async () => {
    const { companyId } = await makeCompany(app)
    await queue(companyId, 'password_reset', addresses(53, 'owner'))
    expect(await drain({ emailBudgetPerDay: 1 })).toHaveLength(50)
    expect(await statesOf(companyId)).toEqual([
      { status: 'sent', reason: null, mails: 50 },
      { status: 'waiting', reason: 'budget', mails: 3 },
    ])
  })
})

describe('the cap of a mailbox', () => {
  test('counts across all companies and spellings of the address; emails beyond it wait a day', async () => {
    const [one, other] = [await makeCompany(app), await makeCompany(app)]
    const name = unique('grace')
    await queue(one.companyId, 'capped', [`${name}@mail.test`, `${name}+a@mail.test`])
    await queue(other.companyId, 'capped', [`${name.toUpperCase()}@mail.test`, `${name}+b@MAIL.test`])
    await queue(other.companyId, 'capped', addresses(1))
    expect(await drain()).toHaveLength(4)
    const waiting = await app.rows(
      `SELECT waits_for AS reason FROM email_notifications WHERE company_id = ANY ($1) AND status = 'waiting'`,
      [[one.companyId, other.companyId]],
    )
    expect(waiting).toEqual([{ reason: 'recipient' }])
    for (const { companyId } of [one, other]) await letDayPass(companyId)
    expect(await drain()).toHaveLength(1)
  })

  test('holds when several workers write to one mailbox at once', async () => {
    const address = `${unique('grace')}@mail.test`
    const companies = await Promise.all(Array.from({ length: 5 }, () => makeCompany(app)))
    for (const { companyId } of companies) await queue(companyId, 'capped', [address])
    const sent: string[] = []
    const waiting = () =>
      app.rows(`SELECT FROM email_notifications WHERE company_id = ANY ($1) AND status = 'waiting'`, [
        companies.map(({ companyId }) => companyId),
      ])
    // Nothing counts as sent until all five have been sent or deferred.
    const untilDecided = () =>
      vi.waitFor(async () => expect(sent.length + (await waiting()).length).toBe(5), { timeout: 30_000 })
    await Promise.all(companies.map(() => drain({}, sent, untilDecided)))
    expect(sent).toHaveLength(3)
  })
})
