import { describe, expect, test } from 'vitest'
import { emailWriters } from '../../email-writers.ts'
import { databaseOf, inTransaction } from '../../platform/db/transaction.ts'
import { unique } from '../../test/app.ts'
import { makeCompany, makeUser, type TestUser, takeOrder } from '../../test/factories.ts'
import { startMailApp } from '../../test/mail/mail-app.ts'
import { openMailbox } from '../../test/mail/mailbox.ts'
import { sendDue } from '../../test/mail/sent-mails.ts'
import { newYorkNow } from '../../test/new-york.ts'
import { lockOrder } from '../change/record-order.ts'
import { getOrder } from '../queries.ts'
import { type NewEntry, recordEntry } from './record-entry.ts'
import { readReceipt, readStatement } from './write-papers.ts'

const app = startMailApp()

type Id = { id: number }
const add = (staff: TestUser, { id }: Id, entry: object, headers = {}) =>
  staff.call('POST', `/api/orders/${id}/entries`, { kind: 'payment', method: 'cash', ...entry }, headers)
const queued = async ({ companyId }: TestUser) =>
  (
    await app.rows<{ receipt: string }>(
      `SELECT entry.kind || ' ' || entry.cents AS receipt FROM email_notifications AS mail
       JOIN order_entries AS entry ON entry.id = mail.sequence AND entry.order_id = mail.order_id
       WHERE mail.company_id = $1 AND mail.email_type = 'payment_receipt' ORDER BY mail.id`,
      [companyId],
    )
  ).map(({ receipt }) => receipt)

const contextOf = ({ companyId }: TestUser) => ({
  db: databaseOf(app.pool),
  files: app.files,
  actor: { companyId },
})
const paperOf = async (staff: TestUser, { id }: Id) =>
  readStatement(contextOf(staff), await getOrder(contextOf(staff), id))
const wordsOf = ({ tables }: Awaited<ReturnType<typeof paperOf>>) =>
  tables.map(({ rows }) => rows.map(({ cells }) => cells.filter(Boolean).join(' | ')))

const customer = () => ({ customerEmail: `${unique('guest')}@mail.test` })

describe('a statement', () => {
  test('has the price, each entry, and what they leave', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    await staff.call('PUT', `/api/orders/${order.id}`, { balanceDue: 'date', balanceDueOn: '2026-12-12' })
    const { body } = await add(staff, order, {
      ...{ amount: '400', method: 'check', reference: 'No. 1042', receivedOn: '2026-01-05' },
    })
    const corrects = body.money.entries[0].id
    await add(staff, order, { kind: 'correction', corrects, amount: '500', reference: 'Misread' })
    await add(staff, order, { kind: 'refund', amount: '50', receivedOn: '2026-01-07' })
    const paper = await paperOf(staff, order)
    expect(paper.about[0]).toBe(`Order #${order.orderNumber}`)
    const priced = order.price.lines.map(({ label, amount }: { label: string; amount: string }) => [
      label,
      `$${amount}`,
    ])
    expect(wordsOf(paper)).toEqual([
      [...priced.map((cells: string[]) => cells.join(' | ')), 'Total | $855.50'],
      [
        'Jan 5, 2026 | Check | No. 1042 | $400.00\nnow $500.00',
        'Jan 5, 2026 | Correction | Misread | $100.00',
        'Jan 7, 2026 | Cash refund | −$50.00',
      ],
      ['Received | $500.00', 'Refunded | $50.00', 'Due by Dec 12, 2026 | $405.50'],
    ])
  })

  test('of a canceled order has what was kept and what is to be refunded', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    await add(staff, order, { amount: '500' })
    await staff.call('POST', `/api/orders/${order.id}/cancel`, { refund: '100', keep: '150' })
    expect(wordsOf(await paperOf(staff, order)).at(-1)).toEqual([
      ...['Received | $500.00', 'Refunded | $100.00', 'Kept | $150.00', 'To refund | $250.00'],
    ])
  })

  test('is a PDF for the staff of the company, named after the order', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff, { customerName: 'שרה 山田 👰🏽' })
    const viewer = await makeUser(app, staff.companyId, 'view only')
    const { status, headers, text } = await viewer.call('GET', `/api/orders/${order.id}/statement.pdf`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`filename="Statement-${order.orderNumber}.pdf"`),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(text).toMatch(/^%PDF-1\.\d.*Statement, Order #.*%%EOF\s*$/s)
    const stranger = await makeCompany(app)
    expect((await stranger.call('GET', `/api/orders/${order.id}/statement.pdf`)).status).toBe(404)
  })
})

describe('a receipt is queued', () => {
  test('with each payment and refund, not with corrections, nor if the box is not checked', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const { body } = await add(staff, order, { amount: '100' })
    await add(staff, order, { amount: '200', emailReceipt: false })
    await add(staff, order, { kind: 'refund', amount: '30' })
    await add(staff, order, { kind: 'correction', corrects: body.money.entries[0].id, amount: '90' })
    expect(await queued(staff)).toEqual(['payment 10000', 'refund -3000'])
    await staff.call('POST', `/api/orders/${order.id}/cancel`, { refund: '60' })
    expect(await queued(staff)).toEqual(['payment 10000', 'refund -3000', 'refund -6000'])
  })

  test('once for each of two payments at the same time, and for a form that is sent again', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const key = { 'Idempotency-Key': 'a'.repeat(32) }
    await Promise.all([
      ...[1, 2, 3].map(() => add(staff, order, { amount: '100' }, key)),
      add(staff, order, { amount: '200' }),
    ])
    expect((await queued(staff)).sort()).toEqual(['payment 10000', 'payment 20000'])
  })

  test('in the transaction of its entry: neither is stored without the other', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const db = databaseOf(app.pool)
    const failed = inTransaction({ db, actor: staff }, async (ctx) => {
      const entry = { kind: 'payment', cents: 100, method: 'cash', receivedOn: '2026-01-05' } as const
      await recordEntry(ctx as never, await lockOrder(ctx as never, order.id), entry, true)
      throw new Error('The power is gone')
    })
    await expect(failed).rejects.toThrow('The power is gone')
    expect(
      await app.rows(
        `SELECT id FROM order_entries WHERE company_id = $1 UNION ALL SELECT id FROM email_notifications WHERE company_id = $1`,
        [staff.companyId],
      ),
    ).toEqual([])
  })

  test('for what a provider reports, once and while it is news', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const report = (outsideId: string, cents: number, receivedOn: string) =>
      inTransaction({ db: databaseOf(app.pool), actor: staff }, async (ctx) => {
        const source = { kind: 'payment', method: 'shopify', provider: 'shopify' } as const
        const entry: NewEntry = { ...source, outsideId, cents, receivedOn }
        await recordEntry(ctx as never, await lockOrder(ctx as never, order.id), entry)
      })
    await report('1', 100, newYorkNow().date)
    await report('1', 100, newYorkNow().date)
    await report('2', 200, '2026-01-05')
    expect(await queued(staff)).toEqual(['payment 100'])
  })

  test('not by a step of the status, nor for an erased customer', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    await staff.call('PATCH', `/api/orders/${order.id}/status`, { status: 'paid' })
    const other = await takeOrder(staff)
    await app.rows(`UPDATE orders SET customer_email = '' WHERE id = $1`, [other.id])
    expect((await add(staff, other, { amount: '100' })).status).toBe(201)
    expect(await queued(staff)).toEqual([])
  })
})

describe('the email', () => {
  test('says what was received and has the receipt attached', async () => {
    const staff = await makeCompany(app)
    const who = customer()
    const order = await takeOrder(staff, who)
    const { body } = await add(staff, order, { amount: '100', method: 'check', reference: 'No. 7' })
    await add(staff, order, { amount: '200', emailReceipt: false })
    const mailbox = await openMailbox()
    await sendDue(app, emailWriters, mailbox.url)
    await sendDue(app, emailWriters, mailbox.url)
    await mailbox.close()
    const [mail, ...others] = mailbox.to(who.customerEmail)
    expect(others).toEqual([])
    expect(mail!.subject).toContain(`receipt for order #${order.orderNumber}`)
    expect(mail!.text).toContain('we received $100.00 for your order')
    const [file] = mail!.attachments
    expect(file).toMatchObject({
      mimeType: 'application/pdf',
      filename: `Receipt No. ${order.orderNumber}-1.pdf`,
    })
    expect(Buffer.from(file!.content as ArrayBuffer).toString('latin1')).toMatch(/^%PDF-1\.\d/)
    const [kept] = await app.rows('SELECT status, to_email FROM emails WHERE order_id = $1', [order.id])
    expect(kept).toEqual({ status: 'sent', to_email: who.customerEmail })
    // What came after the entry is not on its receipt.
    const paper = await readReceipt(
      contextOf(staff),
      await getOrder(contextOf(staff), order.id),
      body.money.entries[0].id,
    )
    expect(paper).toMatchObject({
      headline: '$100.00 received',
      about: [`No. ${order.orderNumber}-1`, expect.any(String)],
    })
    expect(paper.facts[1]).toEqual({ title: 'Paid by', lines: ['Check', 'No. 7'] })
    expect(wordsOf(paper)).toEqual([
      ['Order total | $855.50', 'Paid to date | $100.00', 'Balance due | $755.50'],
    ])
  })

  test('has the right amount of an entry that was corrected, and is not sent for one that was undone', async () => {
    const staff = await makeCompany(app)
    const who = customer()
    const order = await takeOrder(staff, who)
    for (const amount of ['0', '150']) {
      const { body } = await add(staff, order, { amount: '100' })
      const corrects = body.money.entries.at(-1).id
      await add(staff, order, { kind: 'correction', corrects, amount })
    }
    const mailbox = await openMailbox()
    await sendDue(app, emailWriters, mailbox.url)
    await mailbox.close()
    const texts = mailbox.to(who.customerEmail).map(({ text }) => text)
    expect(texts).toEqual([expect.stringContaining('we received $150.00')])
  })
})
