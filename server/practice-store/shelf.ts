import type { Shop } from './shop.ts'

/** Where shops are kept between two calls. What `work` changed is kept; null when there is no such shop. */
export interface Shelf {
  use<T>(key: string, work: (shop: Shop) => Promise<T>): Promise<T | null>
}

/** Shops for as long as the process lives: for tests. */
export function shelfInMemory(shops: Map<string, Shop>): Shelf {
  return {
    async use(key, work) {
      const shop = shops.get(key)
      return shop ? work(shop) : null
    },
  }
}
