import { pay, type StripeAccount, type StripeObject } from '@trunkshow/practice-store/stripe-account.ts'
import samples from '@trunkshow/practice-store/testing/stripe-samples.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser, takeOrder } from '../test/factories.ts'
import { startTestStripe } from '../test/stripe.ts'

const app = startTestApp()
const stripe = startTestStripe(app)

/** A company whose customer has paid, which no event has told yet. */
async function makePaid() {
  const user = await makeCompany(app)
  const account = await stripe.connect(user)
  const { id } = await takeOrder(user)
  const { body } = await user.call('POST', `/api/orders/${id}/payment-link`, { purpose: 'balance' })
  const session = await stripe.begin(body.link)
  pay(account, session)
  return { user, account, session, event: account.events[0]! }
}

const stored = async ({ companyId }: TestUser) => {
  const tables = ['order_entries', 'payment_requests', 'activity_log', 'orders', 'stripe_accounts']
  const parts = tables.map(
    (name) => `(SELECT jsonb_agg(t ORDER BY t::text) FROM ${name} AS t WHERE company_id = $1) AS ${name}`,
  )
  return app.rows(`SELECT ${parts.join(', ')}`, [companyId])
}

const seconds = () => Math.floor(Date.now() / 1000)

describe('an event is refused, and nothing is stored,', () => {
  type Forge = (given: { account: StripeAccount; other: StripeAccount }) => {
    secret?: string
    timestamp?: number
    header?: string
  }
  test.each<[string, Forge]>([
    ['without a signature', () => ({ header: '' })],
    ['with a wrong one', () => ({ header: `t=${seconds()},v1=${'0'.repeat(64)}` })],
    ['with one that makes no sense', () => ({ header: 'v1' })],
    ['by another company’s secret', ({ other }) => ({ secret: other.webhookSecret })],
    ['signed six minutes ago', () => ({ timestamp: seconds() - 360 })],
  ])('%s', async (_, forge) => {
    const { user, account, event } = await makePaid()
    const other = await stripe.connect(await makeCompany(app))
    const before = await stored(user)
    expect(await stripe.send(user, account, event, forge({ account, other }))).toBe(400)
    expect(await stored(user)).toEqual(before)
    expect(await stripe.send(user, account, event)).toBe(200)
  })

  test('at another company’s address, or one that is made up', async () => {
    const { user, account, event } = await makePaid()
    const stranger = await makeCompany(app)
    const neighbor = await makeCompany(app)
    await stripe.connect(neighbor)
    const before = await stored(user)
    for (const other of [stranger, neighbor]) expect(await stripe.send(other, account, event)).toBe(400)
    const made = `/api/stripe/webhook/${user.companyId}-${'0'.repeat(32)}`
    expect((await app.call('POST', made, event)).status).toBe(400)
    expect(await stored(user)).toEqual(before)
  })

  test('once Stripe is disconnected', async () => {
    const { user, account, event } = await makePaid()
    expect((await user.call('DELETE', '/api/stripe/account')).status).toBe(200)
    const before = await stored(user)
    expect(await stripe.send(user, account, event)).toBe(400)
    expect(await stored(user)).toEqual(before)
  })
})

/** Stripe's published samples as the objects of events, about this payment. */
describe('Stripe’s published samples pass through the webhook:', () => {
  const payment = (session: StripeObject) => String(session.payment_intent)
  type Make = (session: StripeObject) => object
  const about: [type: string, make: Make, entries: string[], dispute?: object][] = [
    [
      'checkout.session.completed',
      (session) => ({
        ...samples['checkout.session'],
        client_reference_id: session.client_reference_id,
        payment_status: 'paid',
        status: 'complete',
        amount_total: 85550,
      }),
      ['payment 85550'],
    ],
    ['checkout.session.expired', () => ({ ...samples['checkout.session'], status: 'expired' }), []],
    ['payment_intent.succeeded', () => samples.payment_intent, []],
    ['charge.refunded', () => samples.charge, []],
    [
      'charge.refunded',
      (session) => ({
        ...samples.charge,
        payment_intent: payment(session),
        refunds: { ...samples.charge.refunds, data: [samples.refund] },
      }),
      ['payment 85550', 'refund -100'],
    ],
    [
      'refund.created',
      (session) => ({ ...samples.refund, payment_intent: payment(session) }),
      ['payment 85550', 'refund -100'],
    ],
    ['refund.created', () => samples.refund, []],
    [
      'charge.dispute.created',
      (session) => ({ ...samples.dispute, payment_intent: payment(session) }),
      ['payment 85550'],
      { status: 'warning_needs_response', cents: 1000 },
    ],
    ['charge.dispute.created', () => samples.dispute, []],
  ]
  test.each(about)('%s', async (type, make, entries, dispute) => {
    const { user, account, session, event } = await makePaid()
    if (entries.length > 0 && !type.startsWith('checkout')) await stripe.send(user, account, event)
    const object = make(account.objects[session]!)
    for (let times = 0; times < 2; times++)
      expect(await stripe.send(user, account, { ...samples.event, type, data: { object } })).toBe(200)
    const rows = await app.rows(
      `SELECT kind || ' ' || cents AS entry FROM order_entries WHERE company_id = $1 ORDER BY id`,
      [user.companyId],
    )
    expect(rows.map(({ entry }) => entry)).toEqual(entries)
    const receipts = `SELECT id FROM email_notifications WHERE company_id = $1 AND email_type = 'payment_receipt'`
    expect(await app.rows(receipts, [user.companyId])).toHaveLength(entries.length)
    const [kept] = await app.rows('SELECT dispute FROM payment_requests WHERE company_id = $1', [
      user.companyId,
    ])
    expect(kept!.dispute).toEqual(dispute ? expect.objectContaining(dispute) : null)
  })
})
