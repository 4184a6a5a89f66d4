import { afterAll, beforeAll } from 'vitest'
import type { FaultScript } from '../practice-store/faults.ts'
import { openPracticeStore, type PracticeStore } from '../practice-store/open-store.ts'
import { shelfInMemory } from '../practice-store/shelf.ts'
import { issueToken, makeShop, type Shop } from '../practice-store/shop.ts'
import { type TestApp, unique } from './app.ts'
import type { TestUser } from './factories.ts'

/** Shops that speak Shopify's language, for the companies of one test file. */
export interface TestStores {
  /** Every operation the shops were asked, in order, as `shop operation`. */
  asked: string[]
  /** A shop of this user's company, connected by a client ID and secret unless a kind is given. */
  connect: (user: TestUser, options?: Partial<Shop> & { kind?: 'app' | 'token' }) => Promise<Shop>
  /** What goes wrong from now on with calls to a shop. */
  fail: (shop: Shop, faults: FaultScript) => void
}

export function startTestStores(test: TestApp): TestStores {
  const shops = new Map<string, Shop>()
  const scripts = new Map<string, FaultScript>()
  const asked: string[] = []
  let open: PracticeStore
  beforeAll(async () => {
    open = await openPracticeStore(shelfInMemory(shops), (operation, shop) => {
      asked.push(`${shop} ${operation}`)
      return scripts.get(shop)?.(operation, shop) ?? null
    })
    test.config.shopifyAdminOrigin = open.origin
  })
  afterAll(() => open?.close())
  return {
    asked,
    async connect(user, { kind = 'app', ...changes } = {}) {
      const shop = makeShop(unique('shop'), changes)
      shops.set(shop.key, shop)
      await test.rows(`UPDATE companies SET company_name = 'Maison Vale' WHERE id = $1`, [user.companyId])
      const address = `${shop.key}.myshopify.com`
      const { clientId, clientSecret } = shop
      const { status, body } = await user.call('PUT', '/api/shopify/store', {
        kind,
        address,
        ...(kind === 'app' ? { clientId, clientSecret } : { accessToken: issueToken(shop) }),
      })
      if (status !== 200) throw new Error(`The store was not connected: ${JSON.stringify(body)}`)
      return shop
    },
    fail: (shop, faults) => scripts.set(shop.key, faults),
  }
}
