import { dispute, pay, type StripeAccount, settle } from '@trunkshow/practice-store/stripe-account.ts'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser, takeOrder } from '../test/factories.ts'
import { startTestStripe } from '../test/stripe.ts'

const app = startTestApp()
const stripe = startTestStripe(app)

/** A company with Stripe and an order of $855.50, and the link to pay it. */
async function makeOrder(changes: Partial<StripeAccount> = {}) {
  const user = await makeCompany(app)
  const account = await stripe.connect(user, changes)
  const order = await takeOrder(user)
  const { link } = await linkOf(user, order.id)
  return { user, account, order, link, id: order.id as number }
}

async function linkOf(user: TestUser, id: number, wish: object = { purpose: 'balance' }) {
  const { status, body } = await user.call('POST', `/api/orders/${id}/payment-link`, wish)
  if (status !== 201) throw new Error(`No link: ${JSON.stringify(body)}`)
  return body as { link: string; amount: string }
}

/** What the order has of Stripe: its entries, its payments, and its status. */
async function stateOf({ user, id }: { user: TestUser; id: number }) {
  const entries = await app.rows<{ kind: string; cents: number }>(
    'SELECT kind, cents FROM order_entries WHERE order_id = $1 ORDER BY id',
    [id],
  )
  const { body } = await user.call('GET', `/api/orders/${id}`)
  const { body: shown } = await user.call('GET', `/api/orders/${id}/payments`)
  return {
    entries: entries.map(({ kind, cents }) => `${kind} ${cents}`),
    payments: shown.payments.map((each: { state: string }) => each.state).reverse(),
    status: body.status,
    due: shown.due,
  }
}
const nothing = { entries: [], payments: ['open'], status: 'pending', due: '855.50' }
const paid = { entries: ['payment 85550'], payments: ['paid'], status: 'paid', due: '0.00' }

describe('an order is paid by its link', () => {
  test('once Stripe says so: not by opening it, pressing Pay, or coming back', async () => {
    const made = await makeOrder()
    const { user, account, link } = made
    const open = await stripe.page(link)
    expect(open.text).toContain('Order #1001')
    expect(open.text).toContain('$855.50')
    expect(stripe.asked).toEqual([])
    const session = await stripe.begin(link)
    expect(await stateOf(made)).toEqual(nothing)
    const back = await stripe.page(String(account.objects[session]!.success_url))
    expect(back.text).toContain('Your payment is on its way')
    pay(account, session)
    expect(await stateOf(made)).toEqual(nothing)
    await stripe.sendAll(user, account)
    expect(await stateOf(made)).toEqual(paid)
    const thanks = await stripe.page(String(account.objects[session]!.success_url))
    expect(thanks.text).toContain('Thank you')
    expect((await stripe.page(link)).text).toContain('Nothing is due')
  })

  test('by one session, however often Pay is pressed', async () => {
    const { account, link } = await makeOrder()
    const sessions = [await stripe.begin(link), await stripe.begin(link), await stripe.begin(link)]
    expect(new Set(sessions).size).toBe(1)
    expect(Object.values(account.objects)).toHaveLength(1)
  })

  test('in parts, each from the minimum to what is due', async () => {
    const made = await makeOrder()
    const { user, account, link } = made
    for (const [amount, sentence] of [
      ['49.99', 'Enter an amount from $50.00 to $855.50.'],
      ['855.51', 'Enter an amount from $50.00 to $855.50.'],
      ['-100', 'Enter an amount such as'],
      ['1e3', 'Enter an amount such as'],
    ] as const) {
      const refused = await stripe.page(link, { purpose: 'amount', amount })
      expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true])
      expect(refused.text).toContain(`value="${amount}"`)
    }
    expect(stripe.asked).toEqual([])
    const first = await stripe.begin(link, { purpose: 'amount', amount: '300' })
    pay(account, first)
    await stripe.sendAll(user, account)
    expect(await stateOf(made)).toMatchObject({
      entries: ['payment 30000'],
      status: 'pending',
      due: '555.50',
    })
    pay(account, await stripe.begin(link))
    await stripe.sendAll(user, account)
    expect(await stateOf(made)).toMatchObject({ entries: ['payment 30000', 'payment 55550'], status: 'paid' })
  })

  test('from a bank, which is not counted while it is on its way', async () => {
    const made = await makeOrder()
    const { user, account, link } = made
    const session = await stripe.begin(link)
    pay(account, session, 'bank')
    await stripe.sendAll(user, account)
    expect(await stateOf(made)).toEqual({ ...nothing, payments: ['onTheWay'] })
    const again = await stripe.page(link, { purpose: 'balance' })
    expect([again.status, again.text.includes('already on its way')]).toEqual([409, true])
    settle(account, session, true)
    await stripe.sendAll(user, account)
    expect(await stateOf(made)).toEqual(paid)
  })

  test('not from a bank that refuses, and then by card', async () => {
    const made = await makeOrder()
    const { user, account, link } = made
    const session = await stripe.begin(link)
    pay(account, session, 'bank')
    settle(account, session, false)
    await stripe.sendAll(user, account)
    expect(await stateOf(made)).toEqual({ ...nothing, payments: ['failed'] })
    pay(account, await stripe.begin(link))
    await stripe.sendAll(user, account)
    expect(await stateOf(made)).toEqual({ ...paid, payments: ['failed', 'paid'] })
  })
})

describe('events count once', () => {
  test('when they come twice, and in any order', async () => {
    const made = await makeOrder()
    const { user, account, link } = made
    const session = await stripe.begin(link)
    pay(account, session, 'bank')
    settle(account, session, true)
    for (const event of [...account.events.toReversed(), ...account.events])
      expect(await stripe.send(user, account, event)).toBe(200)
    expect(await stateOf(made)).toEqual(paid)
  })

  test('when twenty come at once', async () => {
    const made = await makeOrder()
    const { user, account, link } = made
    pay(account, await stripe.begin(link))
    const sent = Array.from({ length: 20 }, () => stripe.send(user, account, account.events[0]!))
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]))
    expect(await stateOf(made)).toEqual(paid)
  })

  test('before the guest is back, and before the answer that made the session', async () => {
    const made = await makeOrder()
    const { user, account, link } = made
    // The library tries a closed connection once more by itself.
    stripe.fail(
      account,
      inTurn(['POST /v1/checkout/sessions', 'dropped'], ['POST /v1/checkout/sessions', 'cut']),
    )
    expect((await stripe.page(link, { purpose: 'balance' })).status).toBe(503)
    const [session] = Object.keys(account.objects)
    pay(account, session!)
    await stripe.sendAll(user, account)
    expect(await stateOf(made)).toEqual(paid)
  })

  test('of another shop that shares the account change nothing', async () => {
    const made = await makeOrder()
    const { user, account } = made
    const other = await makeOrder()
    pay(other.account, await stripe.begin(other.link))
    for (const event of other.account.events) expect(await stripe.send(user, account, event)).toBe(200)
    expect([await stateOf(made), await stateOf(other)]).toEqual([nothing, nothing])
  })
})

describe('what is lost is found', () => {
  test('by reading open sessions, without events', async () => {
    const made = await makeOrder({ lacks: ['event_read'] })
    pay(made.account, await stripe.begin(made.link))
    await stripe.read()
    expect(await stateOf(made)).toEqual(paid)
  })

  test('by reading events, oldest first', async () => {
    const made = await makeOrder()
    const { account, link } = made
    const session = await stripe.begin(link)
    const payment = pay(account, session)!.payment_intent
    dispute(account, String(payment))
    await app.rows(`UPDATE payment_requests SET session_id = NULL WHERE order_id = $1`, [made.id])
    await stripe.read()
    expect(await stateOf(made)).toEqual(paid)
    const { body } = await made.user.call('GET', `/api/orders/${made.id}/payments`)
    expect(body.payments[0].dispute).toMatchObject({ status: 'needs_response', cents: 85550 })
    const { money } = (await made.user.call('GET', `/api/orders/${made.id}`)).body
    expect(body.payments[0].entryId).toBe(money.entries[0].id)
    const { dueBy } = body.payments[0].dispute
    const home = (await made.user.call('GET', '/api/home')).body
    expect(home).toMatchObject({
      mustReconnect: false,
      disputes: [{ orderId: made.id, orderNumber: 1001, amount: '855.50', dueBy }],
    })
    dispute(account, String(payment), 'won')
    await stripe.read()
    expect(await stateOf(made)).toEqual(paid)
    expect((await made.user.call('GET', '/api/home')).body.disputes).toEqual([])
  })

  test('and an answer that is lost makes no second session', async () => {
    const made = await makeOrder()
    const { account, link } = made
    const create = 'POST /v1/checkout/sessions'
    stripe.fail(account, inTurn([create, 'dropped'], [create, 'cut'], [create, 'cut'], [create, 'dropped']))
    for (let tries = 0; tries < 2; tries++) {
      const failed = await stripe.page(link, { purpose: 'balance' })
      expect([failed.status, failed.text.includes('We couldn’t reach Stripe')]).toEqual([503, true])
    }
    const session = await stripe.begin(link)
    expect(Object.keys(account.objects)).toEqual([session])
  })
})

describe('an open payment ends', () => {
  const statusOf = (account: StripeAccount, session: string) => account.objects[session]!.status

  test.each([
    [
      'the total changes',
      (user: TestUser, order: { id: number; version: number; products: { productId: number }[] }) =>
        user.call('PUT', `/api/orders/${order.id}`, {
          version: order.version,
          products: [{ productId: order.products[0]!.productId, quantity: 2 }],
        }),
    ],
    [
      'the order is canceled',
      (user: TestUser, { id }: { id: number }) => user.call('POST', `/api/orders/${id}/cancel`, {}),
    ],
  ])('when %s', async (_, change) => {
    const { user, account, order, link } = await makeOrder()
    const session = await stripe.begin(link)
    expect((await change(user, order)).status).toBe(200)
    expect(statusOf(account, session)).toBe('open')
    await stripe.work()
    expect(statusOf(account, session)).toBe('expired')
  })

  test('when another amount is begun; if both are paid, both stand', async () => {
    const made = await makeOrder()
    const { user, account, link } = made
    const first = await stripe.begin(link)
    const second = await stripe.begin(link, { purpose: 'amount', amount: '100' })
    pay(account, first)
    pay(account, second)
    await stripe.work()
    await stripe.sendAll(user, account)
    const { entries, ...rest } = await stateOf(made)
    expect(entries.sort()).toEqual(['payment 10000', 'payment 85550'])
    expect(rest).toEqual({ payments: ['paid', 'paid'], status: 'paid', due: '0.00' })
  })

  test('after a day', async () => {
    const made = await makeOrder()
    const session = await stripe.begin(made.link)
    made.account.clock = 24 * 3600 * 1000
    await stripe.read()
    expect(await stateOf(made)).toEqual({ ...nothing, payments: ['expired'] })
    made.account.clock = 0
    expect(await stripe.begin(made.link)).not.toBe(session)
  })

  test('in Stripe once it can be reached again', async () => {
    const { user, account, id, link } = await makeOrder()
    const session = await stripe.begin(link)
    expect((await user.call('POST', `/api/orders/${id}/cancel`, {})).status).toBe(200)
    stripe.fail(account, (operation) => (operation.endsWith('expire') ? 'cut' : null))
    await stripe.work()
    expect(statusOf(account, session)).toBe('open')
    expect((await user.call('DELETE', `/api/orders/${id}`)).status).toBe(409)
    stripe.fail(account, () => null)
    await stripe.work()
    expect(statusOf(account, session)).toBe('expired')
    expect((await user.call('DELETE', `/api/orders/${id}`)).status).toBe(204)
  })
})

test('a payment that comes after its order was canceled stands', async () => {
  const made = await makeOrder()
  const { user, account, id, link } = made
  const session = await stripe.begin(link)
  await user.call('POST', `/api/orders/${id}/cancel`, {})
  pay(account, session)
  await stripe.sendAll(user, account)
  expect(await stateOf(made)).toMatchObject({
    entries: ['payment 85550'],
    payments: ['paid'],
    status: 'cancelled',
  })
})

describe('a payment is given back', () => {
  const refund = async ({ user, id }: { user: TestUser; id: number }, amount: string) => {
    const { body } = await user.call('GET', `/api/orders/${id}/payments`)
    const payment = body.payments.find(({ purpose }: { purpose: string }) => purpose !== 'refund')
    return user.call('POST', `/api/orders/${id}/payments/${payment.id}/refund`, { amount })
  }

  async function makePaid() {
    const made = await makeOrder()
    pay(made.account, await stripe.begin(made.link))
    await stripe.sendAll(made.user, made.account)
    return made
  }

  test('in parts, and not more than was paid', async () => {
    const made = await makePaid()
    expect((await refund(made, '300')).status).toBe(201)
    expect((await refund(made, '555.51')).body.fields.amount).toBe('You can refund up to $555.50.')
    expect((await refund(made, '555.50')).status).toBe(201)
    expect((await refund(made, '0.01')).status).toBe(400)
    await stripe.sendAll(made.user, made.account)
    expect((await stateOf(made)).entries).toEqual(['payment 85550', 'refund -30000', 'refund -55550'])
  })

  test('once, when the answer is lost', async () => {
    const made = await makePaid()
    stripe.fail(made.account, inTurn(['POST /v1/refunds', 'dropped'], ['POST /v1/refunds', 'cut']))
    expect((await refund(made, '300')).status).toBe(503)
    expect((await stateOf(made)).entries).toEqual(['payment 85550'])
    expect((await refund(made, '600')).status).toBe(400)
    await app.rows(`UPDATE payment_requests SET created_at = now() - interval '2 days' WHERE order_id = $1`, [
      made.id,
    ])
    await stripe.work()
    await stripe.work()
    expect((await stateOf(made)).entries).toEqual(['payment 85550', 'refund -30000'])
    expect(Object.values(made.account.objects).filter(({ object }) => object === 'refund')).toHaveLength(1)
  })

  test('not when Stripe refuses, and says why', async () => {
    const made = await makePaid()
    made.account.lacks = ['charge_write']
    const { status, body } = await refund(made, '300')
    expect([status, body.message]).toEqual([409, expect.stringContaining('rak_charge_write')])
    expect(await stateOf(made)).toMatchObject({ entries: ['payment 85550'], payments: ['paid', 'failed'] })
    made.account.lacks = []
    expect((await refund(made, '855.50')).status).toBe(201)
  })

  test('in Stripe itself, by one whose bank is slow and then refuses', async () => {
    const made = await makePaid()
    const { user, account } = made
    const intent = Object.values(account.objects).find(({ object }) => object === 'payment_intent')!
    const slow = (status: string) => ({
      ...account.events[0]!,
      type: status === 'failed' ? 'refund.failed' : 'refund.updated',
      data: {
        object: {
          object: 'refund',
          id: 're_made_there',
          amount: 5000,
          status,
          payment_intent: intent.id,
          metadata: {},
        },
      },
    })
    for (const [status, entries] of [
      ['pending', []],
      ['succeeded', ['refund -5000']],
      ['succeeded', ['refund -5000']],
      ['failed', ['refund -5000', 'payment 5000']],
      ['failed', ['refund -5000', 'payment 5000']],
    ] as const) {
      expect(await stripe.send(user, account, slow(status) as never)).toBe(200)
      expect((await stateOf(made)).entries).toEqual(['payment 85550', ...entries])
    }
  })

  test('by the bank, when a dispute is lost', async () => {
    const made = await makePaid()
    const { user, account } = made
    const intent = Object.values(account.objects).find(({ object }) => object === 'payment_intent')!
    dispute(account, intent.id)
    dispute(account, intent.id, 'lost')
    for (const event of account.events.toReversed()) await stripe.send(user, account, event)
    expect((await stateOf(made)).entries).toEqual(['payment 85550', 'refund -85550'])
    const { body } = await user.call('GET', `/api/orders/${made.id}/payments`)
    expect(body.payments[0].dispute).toMatchObject({ status: 'lost', dueBy: null })
  })
})
