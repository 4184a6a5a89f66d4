import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { inMemoryStorage, openPracticeStore } from '@trunkshow/practice-store/open-store.ts'
import { makeShop, type Shop } from '@trunkshow/practice-store/shop.ts'
import { type FaultScript, injectFaults } from '@trunkshow/practice-store/testing/faults.ts'

/** Practice stores for the companies of a worker's tests. */
export interface Stores {
  origin: string
  /** A store that no company is connected with. */
  open: (changes?: Partial<Shop>, faults?: FaultScript) => Shop
  /** Connects the logged-in user's company to its own store with a client ID and secret. */
  connect: (page: Page, faults?: FaultScript) => Promise<Shop>
  close: () => Promise<void>
}

export async function openStores(): Promise<Stores> {
  const shops = new Map<string, Shop>()
  const scripts = new Map<string, FaultScript>()
  const faults: FaultScript = (operation, key) => scripts.get(key)?.(operation, key) ?? null
  const { origin, close } = await openPracticeStore(inMemoryStorage(shops), injectFaults(faults))
  const open: Stores['open'] = (changes, faults = () => null) => {
    const shop = makeShop(`store-${randomUUID().slice(0, 8)}`, changes)
    shops.set(shop.key, shop)
    scripts.set(shop.key, faults)
    return shop
  }
  return {
    origin,
    open,
    close,
    async connect(page, faults) {
      const shop = open({}, faults)
      const { clientId, clientSecret } = shop
      const data = { kind: 'app', address: `${shop.key}.myshopify.com`, clientId, clientSecret }
      const answer = await page.request.put('/api/shopify/store', { data })
      expect(answer.status(), await answer.text()).toBe(200)
      return shop
    },
  }
}
