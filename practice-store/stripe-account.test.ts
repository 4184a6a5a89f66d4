import { describe, expect, test } from 'vitest'
import {
  answerStripe,
  dispute,
  makeAccount,
  pay,
  type StripeAccount,
  type StripeObject,
  settle,
} from './stripe-account.ts'
import samples from './testing/stripe-samples.json' with { type: 'json' }

const now = () => Math.floor(Date.now() / 1000)
const checkout = (changes: Record<string, string> = {}) => ({
  mode: 'payment',
  client_reference_id: 'r1',
  success_url: 'https://shop.test/done',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '50000',
  'line_items[0][price_data][product_data][name]': 'Deposit',
  expires_at: String(now() + 23 * 3600),
  ...changes,
})

function ask(
  account: StripeAccount,
  method: string,
  path: string,
  form: Record<string, string> = {},
  idempotencyKey?: string,
) {
  const call = { method, path: `/v1/${path}`, form: new URLSearchParams(form), apiKey: account.apiKey }
  const { status, body } = answerStripe(account, { ...call, ...(idempotencyKey && { idempotencyKey }) })
  return { status, body: body as StripeObject & { error?: { type: string }; data?: StripeObject[] } }
}

const makeSession = (account: StripeAccount, key?: string) =>
  ask(account, 'POST', 'checkout/sessions', checkout(), key).body

/** A value's type, as far as JSON tells them apart; what is not modeled is null. */
const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

function expectLikeSample(object: StripeObject) {
  const sample = samples[object.object as keyof typeof samples] as Record<string, unknown>
  expect(Object.keys(object).sort()).toEqual(Object.keys(sample).sort())
  for (const [name, value] of Object.entries(object))
    if (value !== null && sample[name] !== null)
      expect([name, kindOf(value)]).toEqual([name, kindOf(sample[name])])
}

test('every body has the fields of Stripe’s published sample, and their types', () => {
  const account = makeAccount('a')
  const session = makeSession(account)
  expectLikeSample(session)
  pay(account, session.id)
  const payment_intent = String(ask(account, 'GET', `checkout/sessions/${session.id}`).body.payment_intent)
  ask(account, 'POST', 'refunds', { payment_intent, amount: '100' })
  dispute(account, payment_intent)
  for (const object of Object.values(account.objects)) expectLikeSample(object)
  for (const event of account.events) expectLikeSample(event)
  expect(new Set(Object.values(account.objects).map(({ object }) => object))).toEqual(
    new Set(['checkout.session', 'payment_intent', 'charge', 'refund', 'dispute']),
  )
})

describe('a call', () => {
  test('with a key answers the same again, and refuses other parameters', () => {
    const account = makeAccount('a')
    const first = makeSession(account, 'k')
    expect(makeSession(account, 'k').id).toBe(first.id)
    const other = ask(
      account,
      'POST',
      'checkout/sessions',
      checkout({ success_url: 'https://other.test' }),
      'k',
    )
    expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
  })

  test.each([
    [{}, 'POST', 'checkout/sessions', { ...checkout(), 'line_items[0][price_data][unit_amount]': '49' }, 400],
    [{}, 'POST', 'checkout/sessions', checkout({ expires_at: String(now() + 60) }), 400],
    [{}, 'POST', 'checkout/sessions/none/expire', {}, 404],
    [{}, 'GET', 'customers', {}, 404],
    [{ lacks: ['checkout_session_write'] }, 'POST', 'checkout/sessions/none/expire', {}, 403],
    [{ lacks: ['event_read'] }, 'GET', 'events', {}, 403],
  ])('of %j, %s %s is refused', (changes, method, path, form, status) => {
    expect(ask(makeAccount('a', changes), method, path, form).status).toBe(status)
  })

  test('with another key is refused', () => {
    const account = makeAccount('a')
    expect(ask({ ...account, apiKey: 'rk_test_other' } as StripeAccount, 'GET', 'events').status).toBe(200)
    expect(
      answerStripe(account, { method: 'GET', path: '/v1/events', form: new URLSearchParams(), apiKey: '' })
        .status,
    ).toBe(401)
  })
})

const typesOf = ({ events }: StripeAccount) => events.map(({ type }) => type)

test('a session is paid once, and not after it ended', () => {
  const account = makeAccount('a')
  const { id } = makeSession(account)
  expect(pay(account, id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  expect(pay(account, id)).toBeNull()
  expect(ask(account, 'POST', `checkout/sessions/${id}/expire`).status).toBe(400)
  const other = makeSession(account).id
  account.clock = 24 * 3600 * 1000
  expect(pay(account, other)).toBeNull()
  expect(typesOf(account)).toEqual(['checkout.session.completed', 'checkout.session.expired'])
})

test.each([
  [true, 'paid', 'checkout.session.async_payment_succeeded'],
  [false, 'unpaid', 'checkout.session.async_payment_failed'],
])('a bank payment is on its way, then ends', (succeeds, payment_status, type) => {
  const account = makeAccount('a')
  const { id } = makeSession(account)
  expect(pay(account, id, 'bank')).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  settle(account, id, succeeds)
  expect(account.objects[id]).toMatchObject({ payment_status })
  expect(typesOf(account)).toEqual(['checkout.session.completed', type])
})

test('a payment is given back once, in parts', () => {
  const account = makeAccount('a')
  const { id } = makeSession(account)
  const payment_intent = String(pay(account, id)!.payment_intent)
  const refund = (amount: number) =>
    ask(account, 'POST', 'refunds', { payment_intent, amount: String(amount) }).status
  expect([refund(30_000), refund(30_000), refund(20_000), refund(1)]).toEqual([200, 400, 200, 400])
  expect(ask(account, 'GET', 'refunds', { payment_intent }).body.data).toHaveLength(2)
})
