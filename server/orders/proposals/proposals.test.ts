import { createHash } from 'node:crypto'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { Snapshot } from '@trunkshow/contract/proposals/rules.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { TenantContext } from '../../context.ts'
import { emailWriters } from '../../email-writers.ts'
import { proposals } from '../../platform/db/schema/proposals.ts'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCode, makeCompany, type TestUser, takeOrder } from '../../test/factories.ts'
import { openMailbox } from '../../test/mail/mailbox.ts'
import { readLinks, sendDue } from '../../test/mail/sent-mails.ts'
import { readProposal } from './write-proposal.ts'

const app = startTestApp({
  PUBLIC_URL: 'http://shows.test',
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'shows@shows.test',
})

/** A company with terms and an order that was sent to its customer, and the token of the email's link. */
async function sendOne(input: object = {}, settings: object = {}) {
  const user = await makeCompany(app)
  await app.rows(`UPDATE companies SET company_name = 'Maison Vale' WHERE id = $1`, [user.companyId])
  await user.call('PUT', '/api/company/terms', { text: 'Made to order.', ...settings })
  const customerEmail = `grace-${user.companyId}@okafor.test`
  const order = await takeOrder(user, { customerEmail })
  const { status, body } = await user.call('POST', `/api/orders/${order.id}/proposals`, input)
  if (status !== 201) throw new Error(`Not sent: ${JSON.stringify(body)}`)
  const [token] = await readLinks(app, emailWriters, 'order', customerEmail)
  return { user, order, id: order.id as number, token: token!, email: customerEmail }
}

const open = (token: string) =>
  app.call('GET', paths.customerOrder(token), undefined, { accept: 'text/html' })
function answer(token: string, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return app.call('POST', paths.customerOrder(token), form, { accept: 'text/html' })
}
const approval = (number = 1) => ({
  answer: 'approved',
  number: String(number),
  name: 'Grace Okafor',
  agreed: 'on',
})
async function stateOf(user: TestUser, id: number) {
  const { body } = await user.call('GET', `/api/orders/${id}/proposals`)
  return body
}

/** Every text in a value, whatever its depth. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)]

describe('a PDF', () => {
  test('holds all that was frozen, and goes to both when it is approved', async () => {
    const { user, id, token } = await sendOne({ expiresOn: '2099-12-31' })
    const [proposal] = await databaseOf(app.pool).select().from(proposals).where(eq(proposals.orderId, id))
    const kept: Snapshot = JSON.parse(proposal!.snapshot!)
    const picture = { name: 'sketch.png', file: 'a.png', sha256: 'ab12' }
    const snapshot = {
      ...kept,
      proposed: { ...kept.proposed, deposit: '100.00', balance: 'before delivery', pictures: [picture] },
    }
    const changed = { ...proposal!, snapshot: JSON.stringify(snapshot) }
    const paper = await readProposal({ db: databaseOf(app.pool), actor: user } as TenantContext, changed)
    const written = textsIn(paper).join('\n')
    const { format: _, expiresOn, ...values } = snapshot
    const shown = (text: string) =>
      /^-?\d+\.\d\d$/.test(text) ? formatMoney(text) : text.replace(/^(\d+)\/(\d+)$/, '$1, version $2')
    const expected = textsIn({ ...values, until: formatDate(expiresOn!), hash: proposal!.hash })
    expect(expected.filter((text) => text !== 'a.png' && !written.includes(shown(text)))).toEqual([])

    const file = await app.call('GET', paths.customerOrderPdf(token))
    expect(file.headers['content-disposition']).toContain('filename="Order-1001-Proposal-1.pdf"')
    expect(file.text).toMatch(/^%PDF-1\.\d.*Proposal 1, Order #1001.*%%EOF\s*$/s)
    await answer(token, approval())
    const mailbox = await openMailbox()
    await sendDue(app, emailWriters, mailbox.url)
    await sendDue(app, emailWriters, mailbox.url)
    await mailbox.close()
    const copy = 'Order #1001, proposal 1.pdf'
    expect(mailbox.mails.map(({ subject, attachments }) => [subject, attachments[0]?.filename])).toEqual([
      ['Maison Vale: you approved order #1001', copy],
      ['Grace Okafor approved order #1001', copy],
    ])
  })
})

describe('an order is approved', () => {
  test('by its customer, who sees all of it on the page of the emailed link', async () => {
    const { user, id, token } = await sendOne()
    const page = await open(token)
    expect(page.status).toBe(200)
    for (const words of [
      'Order #1001 · Proposal 1',
      'Aurelie gown',
      '$855.50',
      'Ivory column gown',
      'Made to order.',
    ])
      expect(page.text).toContain(words)
    expect(await stateOf(user, id)).toMatchObject({ state: 'sent' })
    const { status, headers } = await answer(token, approval())
    expect([status, headers.location]).toEqual([303, paths.customerOrder(token)])
    expect(await stateOf(user, id)).toMatchObject({
      state: 'approved',
      differences: [],
      proposals: [{ number: 1, total: '855.50', answers: [{ kind: 'approved', name: 'Grace Okafor' }] }],
    })
    expect((await open(token)).text).toContain('You approved this order.')
  })

  test('only with a name and the box, and keeps what was typed', async () => {
    const { user, id, token } = await sendOne()
    const refused = await answer(token, { ...approval(), name: 'Grace Okafor', agreed: '' })
    expect([refused.status, refused.text.includes('Check the box')]).toEqual([400, true])
    expect(refused.text).toContain('value="Grace Okafor"')
    const nameless = await answer(token, { ...approval(), name: ' ' })
    expect([nameless.status, nameless.text.includes('Type your full name')]).toEqual([400, true])
    expect(await stateOf(user, id)).toMatchObject({ state: 'sent' })
  })

  test('once: twice is the same, and declining is too late', async () => {
    const { user, id, token } = await sendOne()
    expect((await answer(token, approval())).status).toBe(303)
    expect((await answer(token, approval())).status).toBe(303)
    expect((await answer(token, { answer: 'declined', number: '1' })).status).toBe(409)
    const { state, proposals } = await stateOf(user, id)
    expect([state, proposals[0].answers.length]).toEqual(['approved', 1])
  })

  test('not by an old page: it shows what is new', async () => {
    const { user, id, token, order } = await sendOne()
    await user.call('PUT', `/api/orders/${id}`, {
      version: order.version,
      formData: { item: 'Ivory, hem 59 in' },
    })
    expect(await stateOf(user, id)).toMatchObject({
      state: 'changed',
      differences: [
        { label: 'Aurelie gown: Item Description', from: 'Ivory column gown', to: 'Ivory, hem 59 in' },
      ],
    })
    const early = await answer(token, approval())
    expect([early.status, early.text.includes('is being changed')]).toEqual([409, true])
    await user.call('POST', `/api/orders/${id}/proposals`, {})
    const late = await answer(token, approval())
    expect(late.status).toBe(409)
    for (const words of ['Proposal 2', 'Changed since', 'Ivory column gown', 'hem 59 in'])
      expect(late.text).toContain(words)
    expect((await answer(token, approval(2))).status).toBe(303)
    expect(await stateOf(user, id)).toMatchObject({
      state: 'approved',
      proposals: [
        { number: 2, state: 'approved' },
        { number: 1, state: 'changed', answers: [] },
      ],
    })
  })

  test('and no longer is once it has changed, but stays so when only staff see the change', async () => {
    const { user, id, token, order } = await sendOne()
    await answer(token, approval())
    const { body: noted } = await user.call('PUT', `/api/orders/${id}`, {
      version: order.version,
      notes: 'VIP',
    })
    expect(await stateOf(user, id)).toMatchObject({ state: 'approved' })
    await user.call('PUT', `/api/orders/${id}`, { version: noted.version, deposit: '50%' })
    expect(await stateOf(user, id)).toMatchObject({ state: 'changed' })
  })

  test('not after its last day', async () => {
    const { user, id, token } = await sendOne({ expiresOn: '2999-01-01' })
    await app.rows('ALTER TABLE proposals DISABLE TRIGGER proposals_frozen')
    await app.rows(`UPDATE proposals SET expires_on = '2020-01-01' WHERE order_id = $1`, [id])
    await app.rows('ALTER TABLE proposals ENABLE TRIGGER proposals_frozen')
    const { status, text } = await answer(token, approval())
    expect([status, text.includes('has expired')]).toEqual([409, true])
    expect(await stateOf(user, id)).toMatchObject({ state: 'expired' })
  })
})

test('a customer asks for a change, declines, and then approves after all', async () => {
  const { user, id, token } = await sendOne()
  expect((await answer(token, { answer: 'changeAsked', number: '1', wish: ' ' })).status).toBe(400)
  expect((await answer(token, { answer: 'changeAsked', number: '1', wish: 'An inch shorter' })).status).toBe(
    303,
  )
  expect((await stateOf(user, id)).state).toBe('changeAsked')
  await answer(token, { answer: 'declined', number: '1' })
  expect((await stateOf(user, id)).state).toBe('declined')
  await answer(token, approval())
  const { state, proposals } = await stateOf(user, id)
  expect(state).toBe('approved')
  expect(proposals[0].answers.map(({ kind, wish }: { kind: string; wish: string }) => [kind, wish])).toEqual([
    ['changeAsked', 'An inch shorter'],
    ['declined', ''],
    ['approved', ''],
  ])
})

test('opening the page, however often, is not seeing it: a press is', async () => {
  const { user, id, token } = await sendOne()
  await Promise.all(Array.from({ length: 10 }, () => open(token)))
  expect((await stateOf(user, id)).state).toBe('sent')
  expect((await app.call('POST', paths.customerOrderSeen(token))).status).toBe(204)
  expect((await stateOf(user, id)).state).toBe('seen')
})

test('what was sent never changes, and has the hash of its text', async () => {
  const { user, id } = await sendOne()
  const [kept] = await app.rows<{ snapshot: string; hash: string }>(
    'SELECT snapshot, hash FROM proposals WHERE order_id = $1',
    [id],
  )
  expect(createHash('sha256').update(kept!.snapshot).digest('hex')).toBe(kept!.hash)
  await user.call('PUT', '/api/company/terms', { text: 'Other terms.' })
  expect(JSON.parse(kept!.snapshot)).toMatchObject({ terms: { version: 1, text: 'Made to order.' } })
  for (const change of [`hash = ''`, 'number = 7', `expires_on = now()`])
    await expect(app.rows(`UPDATE proposals SET ${change} WHERE order_id = $1`, [id])).rejects.toThrow(
      'append-only',
    )
})

test('sent again with nothing changed, it is the same proposal', async () => {
  const { user, id } = await sendOne()
  const { body } = await user.call('POST', `/api/orders/${id}/proposals`, {})
  expect(body.proposals).toHaveLength(1)
})

test('a canceled order can’t be sent or approved', async () => {
  const { user, id, token } = await sendOne()
  await user.call('POST', `/api/orders/${id}/cancel`, {})
  expect((await answer(token, approval())).status).toBe(409)
  expect((await user.call('POST', `/api/orders/${id}/proposals`, {})).status).toBe(409)
})

test('the list, its file and Home tell how far customers have agreed', async () => {
  const { user, id, token, order } = await sendOne()
  const listed = async (filter: string) => {
    const { body } = await user.call('GET', `/api/orders?fields=summary&limit=50&agreement=${filter}`)
    return body.map((found: { id: number; agreement: string }) => [found.id, found.agreement])
  }
  const agreements = async () => (await user.call('GET', '/api/home')).body.agreements
  await takeOrder(user)
  expect(await listed('waiting')).toEqual([[id, 'sent']])
  expect(await agreements()).toEqual({ waiting: 1, changeAsked: 0, changed: 0 })
  await app.call('POST', paths.customerOrderSeen(token))
  expect(await listed('waiting')).toEqual([[id, 'seen']])
  await answer(token, { answer: 'changeAsked', number: '1', wish: 'Shorter' })
  expect([await listed('waiting'), await listed('changeAsked')]).toEqual([[], [[id, 'changeAsked']]])
  expect(await agreements()).toEqual({ waiting: 0, changeAsked: 1, changed: 0 })
  await user.call('PUT', `/api/orders/${id}`, { version: order.version, deposit: '50%' })
  expect(await listed('changed')).toEqual([[id, 'changed']])
  expect(await agreements()).toEqual({ waiting: 0, changeAsked: 0, changed: 1 })
  expect((await user.call('GET', '/api/orders.csv?agreement=changed')).text).toContain(',"changed",')
  await app.rows(`UPDATE proposals SET is_ended = false, answer = NULL WHERE order_id = $1`, [id])
  await app.rows(`ALTER TABLE proposals DISABLE TRIGGER proposals_frozen`)
  await app.rows(`UPDATE proposals SET expires_on = '2020-01-01' WHERE order_id = $1`, [id])
  await app.rows(`ALTER TABLE proposals ENABLE TRIGGER proposals_frozen`)
  expect([await listed('waiting'), await listed('expired')]).toEqual([[], [[id, 'expired']]])
})

/** Sends what is due, and returns it. */
async function readMails() {
  const mailbox = await openMailbox()
  await sendDue(app, emailWriters, mailbox.url)
  await sendDue(app, emailWriters, mailbox.url)
  await mailbox.close()
  return mailbox.mails
}

describe('who approves', () => {
  const signers = ['Grace Okafor', 'Ada Okafor']

  test('are all who are named, each once, in any case', async () => {
    const { user, id, token } = await sendOne({ signers })
    expect((await open(token)).text).toContain('Grace Okafor and Ada Okafor have to approve this.')
    const stranger = await answer(token, { ...approval(), name: 'Zoe Hart' })
    expect([stranger.status, stranger.text.includes('among those who approve')]).toEqual([400, true])
    for (let at = 0; at < 2; at++)
      expect((await answer(token, { ...approval(), name: 'ada  okafor' })).status).toBe(303)
    expect((await open(token)).text).toContain(
      'Ada Okafor approved this order. We’re waiting for Grace Okafor.',
    )
    expect(await stateOf(user, id)).toMatchObject({
      state: 'seen',
      proposals: [{ waitsFor: ['Grace Okafor'], answers: [{ kind: 'approved', name: 'Ada Okafor' }] }],
    })
    expect((await answer(token, approval())).status).toBe(303)
    expect(await stateOf(user, id)).toMatchObject({ state: 'approved', proposals: [{ waitsFor: [] }] })
    const subjects = (await readMails()).map(({ subject }) => subject).sort()
    expect(subjects).toContain('Ada Okafor approved order #1001')
    expect(subjects.filter((subject) => subject === 'Maison Vale: you approved order #1001')).toHaveLength(1)
  })

  test('is any of those who are named, if one is enough', async () => {
    const { user, id, token } = await sendOne({ signers, allSign: false })
    expect((await open(token)).text).toContain('Grace Okafor or Ada Okafor can approve this.')
    await answer(token, { ...approval(), name: 'Ada Okafor' })
    expect((await stateOf(user, id)).state).toBe('approved')
  })

  test('approve at once, and the last of them approves the order', async () => {
    const { user, id, token } = await sendOne({ signers })
    const answers = await Promise.all(
      [...signers, ...signers].map((name) => answer(token, { ...approval(), name })),
    )
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    const { state, proposals } = await stateOf(user, id)
    expect([state, proposals[0].answers.length]).toEqual(['approved', 2])
  })
})

describe('from the total that a company sets, approving', () => {
  const codeIn = (mails: { text?: string }[]) => /^\d{6}$/m.exec(mails.at(-1)?.text ?? '')![0]
  const drain = async () => (await readMails()).filter(({ subject }) => subject?.includes('your code'))

  test('needs the newest code from the customer’s mailbox, which staff don’t read', async () => {
    const { user, id, token, email } = await sendOne({}, { codeFrom: '855.50' })
    const asked = await answer(token, approval())
    expect(asked.status).toBe(200)
    expect(asked.text).toContain(`The 6-digit code we emailed to ${email[0]}…@okafor.test`)
    expect(asked.text).toMatch(/name="agreed"[^>]*checked=""/)
    expect((await stateOf(user, id)).state).toBe('sent')
    const first = codeIn(await drain())
    await answer(token, { ...approval(), another: 'on', code: first })
    const second = codeIn(await drain())
    const old = await answer(token, { ...approval(), code: first })
    expect([old.status, old.text.includes('This code is wrong or out of date.')]).toEqual([400, true])
    expect(
      (await answer(token, { ...approval(), code: `${second.slice(0, 3)} ${second.slice(3)}` })).status,
    ).toBe(303)
    expect((await stateOf(user, id)).state).toBe('approved')
    const kept = await app.rows<{ body: string; text: string }>(
      `SELECT body, text FROM emails WHERE company_id = $1 AND email_type = 'proposal_code'`,
      [user.companyId],
    )
    expect(kept).toHaveLength(2)
    for (const { body, text } of kept) expect(body + text).not.toMatch(new RegExp(`${first}|${second}`))
  })

  test('ends a code after five tries, however many at once, and after its minutes', async () => {
    const { user, id, token } = await sendOne({}, { codeFrom: '1' })
    await answer(token, approval())
    const code = codeIn(await drain())
    const wrong = code === '111111' ? '222222' : '111111'
    await Promise.all(Array.from({ length: 8 }, () => answer(token, { ...approval(), code: wrong })))
    expect((await answer(token, { ...approval(), code })).status).toBe(400)
    await answer(token, { ...approval(), another: 'on' })
    const next = codeIn(await drain())
    await app.rows(`UPDATE proposals SET code_at = code_at - interval '15 minutes' WHERE order_id = $1`, [id])
    expect((await answer(token, { ...approval(), code: next })).status).toBe(400)
    expect((await stateOf(user, id)).state).toBe('sent')
  })

  test('spends a code, so that each who approves has one of their own', async () => {
    const { user, id, token } = await sendOne({ signers: ['Grace Okafor', 'Ada Okafor'] }, { codeFrom: '1' })
    await answer(token, approval())
    const code = codeIn(await drain())
    expect((await answer(token, { ...approval(), code })).status).toBe(303)
    expect((await answer(token, { ...approval(), name: 'Ada Okafor', code })).status).toBe(400)
    expect((await stateOf(user, id)).state).toBe('seen')
  })

  test('needs none a cent below it, and neither do other answers', async () => {
    const { user, id, token } = await sendOne({}, { codeFrom: '855.51' })
    expect((await answer(token, approval())).status).toBe(303)
    expect((await stateOf(user, id)).state).toBe('approved')
    const other = await sendOne({}, { codeFrom: '1' })
    expect((await answer(other.token, { answer: 'declined', number: '1' })).status).toBe(303)
  })

  test('mails five codes an hour for one order, and no more', async () => {
    const { token } = await sendOne({}, { codeFrom: '1' })
    app.config.rateLimit = true
    const statuses: number[] = []
    for (let at = 0; at < 6; at++) statuses.push((await answer(token, approval())).status)
    app.config.rateLimit = false
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('when only the price falls after an approval', () => {
  test.each<[boolean, string]>([
    [true, 'approved'],
    [false, 'changed'],
  ])('and the company lets that through: %s', async (letsPriceFall, state) => {
    const { user, id, token, order } = await sendOne({}, { letsPriceFall })
    await answer(token, approval())
    const code = await makeCode(user, 'SAVE10')
    const lower = await user.call('PUT', `/api/orders/${id}`, {
      version: order.version,
      discountCodeId: code.id,
    })
    const less = '$769.50'
    expect(await stateOf(user, id)).toMatchObject({ state, differences: [{}, { label: 'Total', to: less }] })
    const { text } = await open(token)
    expect(text.includes('You approved this order.')).toBe(letsPriceFall)
    expect(text.includes('Changed since')).toBe(letsPriceFall)
    await user.call('PUT', `/api/orders/${id}`, {
      version: lower.body.version,
      formData: { item: 'Gown, navy' },
    })
    expect((await stateOf(user, id)).state).toBe('changed')
  })

  test('it ends what isn’t approved yet', async () => {
    const { user, id, order } = await sendOne({}, { letsPriceFall: true })
    const code = await makeCode(user, 'SAVE10')
    await user.call('PUT', `/api/orders/${id}`, { version: order.version, discountCodeId: code.id })
    expect((await stateOf(user, id)).state).toBe('changed')
  })
})

test('the email that confirms an approval asks for the deposit, if the company wants it to', async () => {
  for (const asksDeposit of [true, false]) {
    const { user, id, token, email } = await sendOne({}, { asksDeposit })
    const { body } = await user.call('GET', `/api/orders/${id}`)
    await user.call('PUT', `/api/orders/${id}`, { version: body.version, deposit: '50%' })
    await user.call('POST', `/api/orders/${id}/proposals`, {})
    await answer(token, approval(2))
    const mail = (await readMails()).find(
      ({ subject, recipients }) => /you approved/.test(subject ?? '') && recipients.includes(email),
    )
    expect(mail!.text!.includes('Your deposit of $428.00 is due now.')).toBe(asksDeposit)
    expect(mail!.text!.includes('Pay the deposit')).toBe(asksDeposit)
  }
})

test('the page lists what was paid and refunded, with its receipts', async () => {
  const { user, id, token } = await sendOne()
  const other = await sendOne()
  const pay = async (on: typeof other, entry: object) =>
    (await on.user.call('POST', `/api/orders/${on.id}/entries`, { method: 'cash', ...entry })).body.money
      .entries
  await pay({ user, id } as typeof other, { kind: 'payment', amount: '500' })
  const [paid, refunded] = await pay({ user, id } as typeof other, { kind: 'refund', amount: '100' })
  const [theirs] = await pay(other, { kind: 'payment', amount: '500' })
  const { text } = await open(token)
  for (const entry of [paid, refunded]) {
    expect(text).toContain(paths.orderReceipt(token, entry.id))
    const { status, headers } = await app.call('GET', paths.orderReceipt(token, entry.id))
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  }
  expect(text).toContain('$500.00')
  expect((await app.call('GET', paths.orderReceipt(token, theirs.id))).status).toBe(404)
  await user.call('POST', `/api/orders/${id}/entries`, {
    kind: 'correction',
    amount: '0',
    corrects: refunded.id,
  })
  expect((await app.call('GET', paths.orderReceipt(token, refunded.id))).status).toBe(404)
  expect((await open(token)).text).not.toContain(paths.orderReceipt(token, refunded.id))
})
