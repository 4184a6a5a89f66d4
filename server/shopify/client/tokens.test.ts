import type { Shop } from '@trunkshow/practice-store/shop.ts'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test } from 'vitest'
import { findFreePort } from '../../platform/db/embedded/find-free-port.ts'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { startTestStores } from '../../test/stores.ts'
import { callStore } from './call-store.ts'

const app = startTestApp()
const stores = startTestStores(app)
const context = () => ({ config: app.config, db: databaseOf(app.pool) })
const look = (user: TestUser) => callStore(context(), user.companyId, 'shop', {})
const row = async (user: TestUser) =>
  (await app.rows('SELECT * FROM shopify_stores WHERE company_id = $1', [user.companyId]))[0]!

/** As after a day without a call: the token from connecting is gone on both sides. */
async function connectWithoutToken(user: TestUser): Promise<Shop> {
  const shop = await stores.connect(user)
  await app.rows('UPDATE shopify_stores SET token = NULL WHERE company_id = $1', [user.companyId])
  shop.tokens = {}
  return shop
}

describe('a token', () => {
  test('is requested once by many callers at once, and again after four fifths of its lifetime', async () => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => look(user)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(20).fill('ok'))
    expect(Object.keys(shop.tokens)).toHaveLength(1)
    const { token_renews_at, token_expires_at } = await row(user)
    expect((token_expires_at - token_renews_at) / 86_399_000).toBeCloseTo(0.2, 5)
    await app.rows('UPDATE shopify_stores SET token_renews_at = now() WHERE company_id = $1', [
      user.companyId,
    ])
    await Promise.all(Array.from({ length: 20 }, () => look(user)))
    expect(Object.keys(shop.tokens)).toHaveLength(2)
  })

  test('that has expired is renewed once, by one of many refused callers', async () => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    await look(user)
    shop.tokens = {}
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => look(user)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(20).fill('ok'))
    expect(Object.keys(shop.tokens)).toHaveLength(1)
  })

  test('that is refused repeatedly needs a new connection, and the store is called twice at most', async () => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    stores.fail(shop, () => 'expired')
    const before = stores.asked.length
    expect(await look(user)).toEqual({ kind: 'unauthorized' })
    expect(stores.asked.slice(before)).toEqual([`${shop.key} shop`, `${shop.key} shop`])
    expect(await row(user)).toMatchObject({ must_reconnect: true })
  })

  test('stays in use while its renewal fails, until it expires', async () => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    await look(user)
    await app.rows(
      `UPDATE shopify_stores SET renewing_until = now() + interval '1 minute', token_renews_at = now() WHERE company_id = $1`,
      [user.companyId],
    )
    expect((await look(user)).kind).toBe('ok')
    expect(Object.keys(shop.tokens)).toHaveLength(1)
  })

  test.each(['cut', 'unavailable', { status: 400 }] as const)(
    'is used until it expires although its renewal is answered with %j',
    async (fault) => {
      const user = await makeCompany(app)
      const shop = await connectWithoutToken(user)
      await look(user)
      let asked = 0
      stores.fail(shop, (operation) => {
        if (operation !== 'token') return null
        asked++
        return fault
      })
      await app.rows('UPDATE shopify_stores SET token_renews_at = now() WHERE company_id = $1', [
        user.companyId,
      ])
      expect((await look(user)).kind).toBe('ok')
      expect((await look(user)).kind).toBe('ok')
      expect(asked).toBe(1)
      await app.rows(
        'UPDATE shopify_stores SET token_expires_at = now(), renewing_until = now() WHERE company_id = $1',
        [user.companyId],
      )
      expect((await look(user)).kind).not.toBe('ok')
      stores.fail(shop, () => null)
      expect((await look(user)).kind).toBe('ok')
    },
  )

  test.each([
    ['cut', 'Shopify did not answer.'],
    ['dropped', 'Shopify did not answer.'],
    [{ status: 302 }, 'There is no store that answers at this address (HTTP 302).'],
    [{ status: 402 }, 'The store does not answer now (HTTP 402).'],
    [{ status: 403 }, 'There is no store that answers at this address (HTTP 403).'],
    [{ status: 423 }, 'The store does not answer now (HTTP 423).'],
    [{ status: 429, retryAfter: 5 }, 'Shopify answered with a fault (HTTP 429).'],
    [{ status: 430 }, 'The store does not answer now (HTTP 430).'],
    [{ status: 503 }, 'Shopify answered with a fault (HTTP 503).'],
  ] as const)('whose request is answered with %j is requested again automatically', async (fault, reason) => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    stores.fail(shop, inTurn(['token', fault]))
    const { status } = typeof fault === 'object' ? fault : { status: undefined }
    expect(await look(user)).toEqual({ kind: 'refused', reason, status })
    expect(await row(user)).toMatchObject({ must_reconnect: false })
    expect((await look(user)).kind).toBe('ok')
  })

  test('is requested again automatically if Shopify cannot be reached', async () => {
    const user = await makeCompany(app)
    await connectWithoutToken(user)
    const origin = `http://127.0.0.1:${await findFreePort()}`
    const config = { ...app.config, shopifyAdminOrigin: origin }
    expect(await callStore({ ...context(), config }, user.companyId, 'shop', {})).toEqual({
      kind: 'refused',
      reason: 'Shopify could not be reached.',
    })
    expect((await look(user)).kind).toBe('ok')
  })

  test.each([400, 401])(
    'whose request is answered with %i needs an admin to reconnect the store',
    async (status) => {
      const user = await makeCompany(app)
      const shop = await connectWithoutToken(user)
      stores.fail(shop, inTurn(['token', { status }]))
      expect(await look(user)).toEqual({ kind: 'unauthorized' })
      expect(await row(user)).toMatchObject({ must_reconnect: true })
    },
  )

  test('of one company cannot be read as that of another', async () => {
    const [user, other] = [await makeCompany(app), await makeCompany(app)]
    await stores.connect(user, { kind: 'token' })
    await stores.connect(other, { kind: 'token' })
    const { token } = await row(user)
    await app.rows('UPDATE shopify_stores SET token = $2 WHERE company_id = $1', [other.companyId, token])
    expect((await look(user)).kind).toBe('ok')
    expect(await look(other)).toEqual({ kind: 'unauthorized' })
  })
})
