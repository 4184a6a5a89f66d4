import type { ShopStorage } from '../open-store.ts'
import type { Shop } from '../shop.ts'

/** Stores shops by key in memory. */
export function inMemoryStorage(shops: Map<string, Shop>): ShopStorage {
  return {
    async update(key, work) {
      const shop = shops.get(key)
      return shop ? work(shop) : null
    },
  }
}
