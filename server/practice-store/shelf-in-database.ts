import { eq, sql } from 'drizzle-orm'
import { practiceStores } from '../db/schema/practice-store.ts'
import { type Database, inTransaction } from '../db/transaction.ts'
import type { Shelf } from './shelf.ts'
import { makeShop, type Shop } from './shop.ts'

/** The key of a company's practice store. */
const keyFor = (companyId: number) => `practice-${companyId}`

/** Practice stores in the app's own database: every process opens the same ones, and they outlive a restart. */
export function shelfInDatabase(db: Database): Shelf {
  return {
    async use(key, work) {
      const companyId = Number(/^practice-(\d{1,9})$/.exec(key)?.[1] ?? 0)
      return inTransaction({ db }, async ({ db }) => {
        const [found] = await db
          .select({ content: practiceStores.content })
          .from(practiceStores)
          .where(eq(practiceStores.companyId, companyId))
          .for('update')
        if (!found) return null
        const shop = found.content as Shop
        const result = await work(shop)
        shop.events = [] // nobody listens: what changed here is found by asking
        await db
          .update(practiceStores)
          .set({ content: shop, updatedAt: sql`now()` })
          .where(eq(practiceStores.companyId, companyId))
        return result
      })
    },
  }
}

/** A company's practice store, made with a few products at the first time. @returns how to sign in there */
export async function stockPracticeStore(db: Database, companyId: number, stock: (shop: Shop) => void) {
  const fresh = makeShop(keyFor(companyId))
  stock(fresh)
  await db.insert(practiceStores).values({ companyId, content: fresh }).onConflictDoNothing()
  const [stored] = await db
    .select({ content: practiceStores.content })
    .from(practiceStores)
    .where(eq(practiceStores.companyId, companyId))
  const { clientId, clientSecret } = stored!.content as Shop
  return { clientId, clientSecret }
}
