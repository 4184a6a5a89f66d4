import { randomInt } from 'node:crypto'
import {
  pay,
  type StripeAccount,
  type StripeObject,
  settle,
} from '@trunkshow/practice-store/stripe-account.ts'
import { atRandom } from '@trunkshow/practice-store/testing/faults.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeForm, type TestUser, takeOrder } from '../test/factories.ts'
import { startTestStripe } from '../test/stripe.ts'

const app = startTestApp()
const stripe = startTestStripe(app)

const COMPANIES = 4
const ORDERS = 25
const STEPS = 40

/** What each order holds by its entries, and by what its payments took and gave back in Stripe. */
async function compare({ companyId }: TestUser, { objects }: StripeAccount) {
  const entries = await app.rows<{ id: string; cents: number }>(
    `SELECT outside_id AS id, cents FROM order_entries WHERE company_id = $1 AND provider = 'stripe' ORDER BY 1`,
    [companyId],
  )
  const inStripe = Object.values(objects).flatMap(({ id, object, status, amount }) => {
    if (object === 'payment_intent' && status === 'succeeded') return [{ id, cents: Number(amount) }]
    return object === 'refund' ? [{ id, cents: -Number(amount) }] : []
  })
  expect(entries).toEqual(inStripe.sort((one, other) => (one.id < other.id ? -1 : 1)))
  const wrong = await app.rows(
    `SELECT id FROM orders AS o WHERE company_id = $1 AND received_cents <> (
       SELECT coalesce(sum(cents), 0) FROM order_entries WHERE order_id = o.id)`,
    [companyId],
  )
  expect(wrong).toEqual([])
  return entries.length
}

/** Does something that guests, staff, Stripe or the network do. What is refused or fails is a part of it. */
async function step(user: TestUser, account: StripeAccount, orders: { id: number; link: string }[]) {
  const { id, link } = orders[randomInt(orders.length)]!
  const sessions = Object.values(account.objects).filter(({ object }) => object === 'checkout.session')
  const session = sessions[randomInt(Math.max(1, sessions.length))]
  const event = account.events[randomInt(Math.max(1, account.events.length))]
  switch (randomInt(10)) {
    case 0:
    case 1:
      return stripe.page(link, { purpose: 'balance' })
    case 2:
      return stripe.page(link, { purpose: 'amount', amount: String(50 + randomInt(200)) })
    case 3:
    case 4:
      return session && pay(account, session.id, randomInt(4) ? 'card' : 'bank')
    case 5:
      if (session?.payment_intent && session.payment_status === 'unpaid')
        settle(account, session.id, randomInt(3) > 0)
      return
    case 6:
      return event && stripe.send(user, account, event as StripeObject)
    case 7: {
      const { body } = await user.call('GET', `/api/orders/${id}/payments`)
      const paid = body.payments.find((each: { refundable: string }) => Number(each.refundable) > 0)
      return (
        paid &&
        user.call('POST', `/api/orders/${id}/payments/${paid.id}/refund`, {
          amount: String(1 + randomInt(60)),
        })
      )
    }
    case 8:
      return user.call('POST', `/api/orders/${id}/entries`, { kind: 'payment', amount: '10', method: 'cash' })
    default:
      return randomInt(6) ? stripe.work() : user.call('POST', `/api/orders/${id}/cancel`, {})
  }
}

test('no payment is lost or doubled, whatever gets lost, comes twice or late, and if two pay at once', async () => {
  let counted = 0
  for (let company = 0; company < COMPANIES; company++) {
    const user = await makeCompany(app)
    const account = await stripe.connect(user)
    const form = await makeForm(user)
    const orders: { id: number; link: string }[] = []
    for (let made = 0; made < ORDERS; made++) {
      const { id } = await takeOrder(user, {}, form)
      const { body } = await user.call('POST', `/api/orders/${id}/payment-link`, { purpose: 'balance' })
      orders.push({ id, link: body.link })
    }
    stripe.fail(account, atRandom(company + 1, { cut: 0.1, dropped: 0.15, unavailable: 0.1 }))
    for (let steps = 0; steps < STEPS; steps++)
      await Promise.all(Array.from({ length: 12 }, () => step(user, account, orders)))
    stripe.fail(account, () => null)
    await app.rows(
      `UPDATE payment_requests SET created_at = created_at - interval '1 hour' WHERE company_id = $1`,
      [user.companyId],
    )
    for (let times = 0; times < 3; times++) {
      await stripe.work()
      await stripe.read()
    }
    counted += await compare(user, account)
  }
  expect(counted).toBeGreaterThan(COMPANIES * 20)
})
