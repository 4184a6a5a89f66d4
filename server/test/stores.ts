import {
  inMemoryStorage,
  openPracticeStore,
  type PracticeStore,
} from '@trunkshow/practice-store/open-store.ts'
import { issueToken, makeShop, type Shop } from '@trunkshow/practice-store/shop.ts'
import { type FaultScript, injectFaults } from '@trunkshow/practice-store/testing/faults.ts'
import { afterAll, beforeAll } from 'vitest'
import { type Database, databaseOf } from '../platform/db/transaction.ts'
import { openFiles } from '../platform/files/storage.ts'
import { runOperations } from '../shopify/jobs.ts'
import { type TestApp, unique } from './app.ts'
import type { TestUser } from './factories.ts'

/** Practice stores for the companies of one test file. */
export interface TestStores {
  /** All operations sent to the shops after connecting, in order, as `shop operation`, without tokens. */
  asked: string[]
  /** Connects the user's company to a new shop, by client ID and secret unless a kind is given. */
  connect: (user: TestUser, options?: Partial<Shop> & { kind?: 'app' | 'token' }) => Promise<Shop>
  /** Opens a shop that no company is connected to. */
  open: (options?: Partial<Shop>) => Shop
  /** Sets the faults of future calls to a shop. */
  fail: (shop: Shop, faults: FaultScript) => void
  /** Runs the worker once, without waiting for scheduled times. */
  work: (db?: Database) => Promise<void>
  /** Runs the worker until the company has no open operations. */
  workUntilDone: (user: TestUser) => Promise<void>
  /** Retries failed operations until none is left. @returns the logged message of each failure, or null */
  retryFailed: (user: TestUser) => Promise<(string | null)[]>
  /** Runs the worker until this call is answered. */
  workUntil: <T>(call: Promise<T>) => Promise<T>
}

/** A bucket that refills at once, so that only tests about throttling wait. */
const fullBucket = { size: 2000, restoreRate: 1_000_000, available: 2000, at: 0 }

/** Simulates the database of a process that is killed when `isDead` returns true. */
export function dyingDatabase(test: TestApp, isDead: () => boolean): Database {
  return new Proxy(databaseOf(test.pool), {
    get(target, key) {
      if (isDead()) throw Object.assign(new Error('killed'), { code: 'ECONNRESET' })
      return Reflect.get(target, key)
    },
  })
}

export function startTestStores(test: TestApp): TestStores {
  const shops = new Map<string, Shop>()
  const scripts = new Map<string, FaultScript>()
  const asked: string[] = []
  let open: PracticeStore
  function openShop(changes: Partial<Shop> = {}) {
    const shop = makeShop(unique('shop'), { bucket: { ...fullBucket }, ...changes })
    shops.set(shop.key, shop)
    return shop
  }
  const isOpen = `state IN ('queued', 'unknown', 'sending')`
  async function work(db = databaseOf(test.pool)) {
    await test.rows(`UPDATE shopify_operations SET next_try_at = now() WHERE ${isOpen}`)
    await runOperations({ config: test.config, db, files: await openFiles(test.config) })
  }
  async function workUntilDone({ companyId }: TestUser) {
    const open = `SELECT FROM shopify_operations WHERE company_id = $1 AND ${isOpen} LIMIT 1`
    while ((await test.rows(open, [companyId])).length > 0) await work()
  }
  async function workUntil<T>(call: Promise<T>): Promise<T> {
    let answered = false
    const answer = call.finally(() => {
      answered = true
    })
    while (!answered) await work()
    return answer
  }
  beforeAll(async () => {
    const faults: FaultScript = (operation, shop) => {
      if (operation !== 'token') asked.push(`${shop} ${operation}`)
      return scripts.get(shop)?.(operation, shop) ?? null
    }
    open = await openPracticeStore(inMemoryStorage(shops), injectFaults(faults))
    test.config.shopifyAdminOrigin = open.origin
  })
  afterAll(() => open?.close())
  return {
    asked,
    open: openShop,
    async connect(user, { kind = 'app', ...changes } = {}) {
      const shop = openShop(changes)
      await test.rows(`UPDATE companies SET company_name = 'Maison Vale' WHERE id = $1`, [user.companyId])
      const address = `${shop.key}.myshopify.com`
      const { clientId, clientSecret } = shop
      const before = asked.length
      const { status, body } = await user.call('PUT', '/api/shopify/store', {
        kind,
        address,
        ...(kind === 'app' ? { clientId, clientSecret } : { accessToken: issueToken(shop) }),
      })
      if (status !== 200) throw new Error(`The store was not connected: ${JSON.stringify(body)}`)
      asked.length = before
      return shop
    },
    fail: (shop, faults) => scripts.set(shop.key, faults),
    work,
    workUntilDone,
    async retryFailed(user) {
      const { companyId, call } = user
      const messages: (string | null)[] = []
      for (;;) {
        const failed = await test.rows<{ id: number; words: string | null }>(
          `SELECT last.id, error_message AS words FROM (
             SELECT DISTINCT ON (entity_type, entity_id) id, state FROM shopify_operations
             WHERE company_id = $1 ORDER BY entity_type, entity_id, id DESC) AS last
           LEFT JOIN shopify_logs AS log ON log.operation_id = last.id AND log.status = 'failed'
           WHERE last.state = 'failed'`,
          [companyId],
        )
        if (failed.length === 0) return messages
        messages.push(...failed.map((row) => row.words))
        await workUntil(
          Promise.all(failed.map(({ id }) => call('POST', `/api/shopify/operations/${id}/retry`))),
        )
        await workUntilDone(user)
      }
    },
    workUntil,
  }
}
