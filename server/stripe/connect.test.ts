import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, takeOrder } from '../test/factories.ts'
import { startTestStripe } from '../test/stripe.ts'

const app = startTestApp()
const stripe = startTestStripe(app)

async function makeNamed() {
  const user = await makeCompany(app)
  await app.rows(`UPDATE companies SET company_name = 'Maison Vale' WHERE id = $1`, [user.companyId])
  return user
}

describe('an account is connected', () => {
  test('by a key that may all, which no answer and no row shows', async () => {
    const user = await makeNamed()
    const { apiKey, webhookSecret } = stripe.open()
    const { status, body, text } = await user.call('PUT', '/api/stripe/account', { apiKey, webhookSecret })
    expect([status, body]).toMatchObject([
      200,
      {
        connected: true,
        kind: 'stripe',
        isLive: false,
        keyEnding: apiKey.slice(-4),
        missing: [],
        heardAt: null,
      },
    ])
    const rows = JSON.stringify(
      await app.rows('SELECT * FROM stripe_accounts WHERE company_id = $1', [user.companyId]),
    )
    for (const secret of [apiKey, webhookSecret]) expect(text + rows).not.toContain(secret)
  })

  test('by one that may less, and says what it lacks', async () => {
    const user = await makeNamed()
    const { apiKey, webhookSecret } = stripe.open({ lacks: ['event_read', 'charge_write', 'charge_read'] })
    const { body } = await user.call('PUT', '/api/stripe/account', { apiKey, webhookSecret })
    expect(body).toMatchObject({ connected: true, missing: ['refunds', 'events'] })
  })

  test.each([
    ['a key of no account', { apiKey: 'rk_test_none_1' }, 400, { apiKey: /doesn’t accept this key/ }],
    ['a secret key', { apiKey: 'sk_live_1' }, 400, { apiKey: /restricted key/ }],
    ['no secret', { webhookSecret: 'secret' }, 400, { webhookSecret: /whsec_/ }],
  ])('not by %s', async (_, given, status, fields) => {
    const user = await makeNamed()
    const { apiKey, webhookSecret } = stripe.open()
    const answer = await user.call('PUT', '/api/stripe/account', { apiKey, webhookSecret, ...given })
    expect(answer.status).toBe(status)
    for (const [name, words] of Object.entries(fields)) expect(answer.body.fields[name]).toMatch(words)
    expect((await user.call('GET', '/api/stripe/account')).body.connected).toBe(false)
  })

  test('not by a key that can’t take payments, nor while Stripe is down; the earlier one stays', async () => {
    const user = await makeNamed()
    const first = await stripe.connect(user)
    const weak = stripe.open({ lacks: ['checkout_session_write'] })
    const refused = await user.call('PUT', '/api/stripe/account', weak)
    expect(refused.body.fields.apiKey).toContain('Checkout Sessions: Write')
    const other = stripe.open()
    stripe.fail(other, () => 'cut')
    expect((await user.call('PUT', '/api/stripe/account', other)).status).toBe(503)
    const { body } = await user.call('GET', '/api/stripe/account')
    expect(body).toMatchObject({ connected: true, keyEnding: first.apiKey.slice(-4) })
  })
})

test('a key that Stripe refuses later asks to reconnect, and takes no payments until then', async () => {
  const user = await makeNamed()
  const account = await stripe.connect(user)
  const { id } = await takeOrder(user)
  const { body } = await user.call('POST', `/api/orders/${id}/payment-link`, { purpose: 'balance' })
  stripe.fail(account, inTurn(['POST /v1/checkout/sessions', { status: 401 }]))
  expect((await stripe.page(body.link, { purpose: 'balance' })).status).toBe(503)
  expect((await user.call('GET', '/api/stripe/account')).body.mustReconnect).toBe(true)
  expect((await user.call('GET', '/api/home')).body.mustReconnect).toBe(true)
  expect((await stripe.page(body.link)).text).toContain('Online payment is not available right now')
  expect((await user.call('PUT', '/api/stripe/account', account)).body.mustReconnect).toBe(false)
  await stripe.begin(body.link)
})

test('disconnecting ends open payments first, or not at all', async () => {
  const user = await makeNamed()
  const account = await stripe.connect(user)
  const { id } = await takeOrder(user)
  const { body } = await user.call('POST', `/api/orders/${id}/payment-link`, { purpose: 'balance' })
  const session = await stripe.begin(body.link)
  stripe.fail(account, () => 'unavailable')
  expect((await user.call('DELETE', '/api/stripe/account')).status).toBe(503)
  expect((await user.call('GET', '/api/stripe/account')).body.connected).toBe(true)
  stripe.fail(account, () => null)
  expect((await user.call('DELETE', '/api/stripe/account')).body.connected).toBe(false)
  expect(account.objects[session]!.status).toBe('expired')
  const [row] = await app.rows('SELECT api_key, webhook_secret FROM stripe_accounts WHERE company_id = $1', [
    user.companyId,
  ])
  expect(row).toEqual({ api_key: null, webhook_secret: null })
  expect((await stripe.page(body.link)).text).toContain('Online payment is not available right now')
})

test('the practice Stripe takes a payment from the link to the order', async () => {
  const user = await makeNamed()
  expect((await user.call('POST', '/api/stripe/practice')).body).toMatchObject({
    kind: 'practice',
    missing: [],
  })
  const { id } = await takeOrder(user)
  const { body } = await user.call('POST', `/api/orders/${id}/payment-link`, { purpose: 'balance' })
  const begun = await stripe.page(body.link, { purpose: 'balance' })
  const address = String(begun.headers.location)
  expect(address).toMatch(/\/practice-stripe\/cs_test_/)
  const shown = await stripe.page(address)
  expect(shown.text).toContain('$855.50')
  const back = await stripe.page(address, { pay: 'yes' })
  expect((await stripe.page(String(back.headers.location))).text).toContain('Thank you')
  expect((await user.call('GET', `/api/orders/${id}`)).body.status).toBe('paid')
  expect((await stripe.page(address, { pay: 'yes' })).status).toBe(404)
  expect((await user.call('GET', '/api/stripe/account')).body.heardAt).not.toBeNull()
})
