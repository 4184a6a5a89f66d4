import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { isUnavailable } from '../../platform/db/errors.ts'
import { awaitsPicture, products } from '../../platform/db/schema/products.ts'
import { shopifyOperations, shopifyStores } from '../../platform/db/schema/shopify.ts'
import type { Database } from '../../platform/db/transaction.ts'
import { findStore } from '../queries.ts'
import {
  LeaseLostError,
  newProgress,
  type OperationHandler,
  type OperationResult,
  reportProblem,
  type Step,
} from '../tasks/operation-handler.ts'
import { adoptProduct, type RemoteProduct, UnfitProductError } from './adopt-product.ts'
import { checkLinks } from './check-links.ts'
import { importPicture } from './import-picture.ts'

const PICTURES_PER_TURN = 10
/** After this many the host counts as away, and the next sync continues. */
const MAX_FAILURES_IN_A_ROW = 3

const awaitingOf = ({ operation: { companyId } }: Step, after: number) =>
  and(eq(products.companyId, companyId), awaitsPicture, gt(products.id, after))

/**
 * Imports the next pictures of new and changed products, each once in a sync. One that fails is reported and stops nothing.
 *
 * @returns the progress, and whether more are left
 */
async function syncPictures(
  step: Step,
  before: SyncProgress,
): Promise<{ progress: SyncProgress; more: boolean }> {
  const { db } = step.ctx
  const progress = structuredClone(before)
  progress.pictures ??= {
    total: await db.$count(products, awaitingOf(step, 0)),
    seen: 0,
    missed: 0,
    after: 0,
  }
  const { pictures } = progress
  const awaiting = await db
    .select({ id: products.id, name: products.name, shopifyPicture: products.shopifyPicture })
    .from(products)
    .where(awaitingOf(step, pictures.after))
    .orderBy(products.id)
    .limit(PICTURES_PER_TURN)
  let away = 0
  for (const product of awaiting) {
    const problem = await importPicture(step, product)
    pictures.seen += 1
    pictures.after = product.id
    if (problem) {
      pictures.missed += 1
      reportProblem(progress, product.name, problem.message)
    }
    away = problem?.how === 'away' ? away + 1 : 0
    if (away === MAX_FAILURES_IN_A_ROW) return { progress, more: false }
  }
  return { progress, more: awaiting.length === PICTURES_PER_TURN }
}

const PRODUCTS_PER_PAGE = 50

async function adoptRow(db: Database, companyId: number, remote: RemoteProduct, progress: SyncProgress) {
  try {
    const result = await adoptProduct(db, companyId, remote)
    if (result !== 'same') progress[result] += 1
  } catch (error) {
    if (!(error instanceof UnfitProductError)) throw error
    reportUnfit(progress, remote, error.message)
  }
}

function reportUnfit(progress: SyncProgress, { title, id }: RemoteProduct, message: string) {
  progress.unfit += 1
  reportProblem(progress, title.replaceAll('\0', '').trim() || id, message)
}

/** Saves a page and its progress in one transaction, so that no row counts twice if the process dies. */
function adoptPage(step: Step, rows: RemoteProduct[], after: SyncProgress): Promise<SyncProgress> {
  const { companyId, id } = step.operation
  return step.write(async (db) => {
    const progress = structuredClone(after)
    for (const remote of rows) await adoptRow(db, companyId, remote, progress)
    await db.update(shopifyOperations).set({ progress }).where(eq(shopifyOperations.id, id))
    return progress
  })
}

/** Saves each row by itself, after one of them made the database refuse the page. */
async function adoptOneByOne(step: Step, rows: RemoteProduct[], after: SyncProgress): Promise<SyncProgress> {
  const progress = structuredClone(after)
  for (const remote of rows) {
    try {
      await step.write((db) => adoptRow(db, step.operation.companyId, remote, progress))
    } catch (error) {
      if (isUnavailable(error) || error instanceof LeaseLostError) throw error
      reportUnfit(progress, remote, 'It could not be stored.')
    }
  }
  return progress
}

/** A company that never imported the catalog gets changes of the products it pushed, and no others. */
async function isOfLinkedAlone({ ctx, operation: { userId, companyId } }: Step): Promise<boolean> {
  const store = await findStore(ctx, companyId)
  return userId === null && !store?.productsSyncedAt
}

async function linkedOf({ ctx, operation: { companyId } }: Step, rows: RemoteProduct[]) {
  const numbers = rows.map(({ id }) => id)
  const linked = await ctx.db
    .select({ id: products.shopifyProductId })
    .from(products)
    .where(and(eq(products.companyId, companyId), inArray(products.shopifyProductId, numbers)))
  const known = new Set(linked.map(({ id }) => id))
  return rows.filter(({ id }) => known.has(id))
}

/** Imports the catalog, a page per turn, oldest change first; then checks for deleted products, then imports pictures. */
export const syncProducts: OperationHandler = {
  async run(step) {
    const before = step.operation.progress ?? newProgress(null)
    if (before.pictures) return importPictures(step, before)
    if (before.links) return finish(step, before)
    const query = before.since ? `updated_at:>='${before.since}'` : null
    if (before.total === null) {
      const { productsCount } = await step.call('productsCount', { query })
      before.total = productsCount?.count ?? null
    }
    const { products: page } = await step.call('products', {
      query,
      first: PRODUCTS_PER_PAGE,
      after: before.cursor,
    })
    const ofLinkedAlone = await isOfLinkedAlone(step)
    const rows = ofLinkedAlone ? await linkedOf(step, page.nodes) : page.nodes
    const reached: SyncProgress = {
      ...before,
      seen: before.seen + page.nodes.length,
      cursor: page.pageInfo.endCursor ?? before.cursor,
      until: page.nodes.at(-1)?.updatedAt ?? before.until,
    }
    const progress = await adoptPage(step, rows, reached).catch((error) => {
      if (isUnavailable(error) || error instanceof LeaseLostError) throw error
      return adoptOneByOne(step, rows, reached)
    })
    if (page.pageInfo.hasNextPage) return { again: progress }
    await saveSynced(step, progress, ofLinkedAlone)
    return finish(step, progress)
  },
}

async function finish(step: Step, before: SyncProgress): Promise<OperationResult | { again: SyncProgress }> {
  const progress = before.links?.after === null ? before : await checkLinks(step, before)
  return progress.links?.after === null ? importPictures(step, progress) : { again: progress }
}

async function importPictures(
  step: Step,
  before: SyncProgress,
): Promise<OperationResult | { again: SyncProgress }> {
  const { progress, more } = await syncPictures(step, before)
  if (more) return { again: progress }
  const { made, changed, unfit, pictures } = progress
  await step.write((db) =>
    db.update(shopifyOperations).set({ progress }).where(eq(shopifyOperations.id, step.operation.id)),
  )
  return { message: text.productsSynced(made, changed, unfit, pictures!.missed) }
}

async function saveSynced(step: Step, { until }: SyncProgress, ofLinkedAlone: boolean) {
  await step.write((db) =>
    db
      .update(shopifyStores)
      .set({
        ...(!ofLinkedAlone && { productsSyncedAt: sql`now()` }),
        productsSyncedUntil: sql`greatest(products_synced_until, ${until}::timestamptz)`,
      })
      .where(eq(shopifyStores.companyId, step.operation.companyId)),
  )
}
