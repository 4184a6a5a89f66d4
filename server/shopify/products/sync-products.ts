import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation, SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { StaffContext, TenantContext } from '../../context.ts'
import { isRetryable, isUnavailable } from '../../platform/db/errors.ts'
import { awaitsPicture, products } from '../../platform/db/schema/products.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { own } from '../../platform/db/statement.ts'
import { enqueueOperation } from '../../platform/jobs/enqueue-operation.ts'
import { assertUsableStore, findStore, updateStore } from '../queries.ts'
import {
  afterPage,
  newProgress,
  type OperationHandler,
  type OperationResult,
  reportProblem,
  type Step,
} from '../tasks/operation-handler.ts'
import { enqueueOnce, getOperation, saveProgress } from '../tasks/operation-queries.ts'
import { adoptProduct, importPicture, type RemoteProduct, UnfitProductError } from './adopt-product.ts'

const PICTURES_PER_TURN = 10
/** After this many the host counts as away, and the next sync continues. */
const MAX_FAILURES_IN_A_ROW = 3

const awaitingOf = ({ operation: { companyId } }: Step, after: number) =>
  and(eq(products.companyId, companyId), awaitsPicture, gt(products.id, after))

/** Imports the next pictures of new and changed products, each once in a sync. One that fails is reported and stops nothing. */
async function importPictures(step: Step, before: SyncProgress) {
  const { db } = step.ctx
  const progress = structuredClone(before)
  const total = progress.pictures?.total ?? (await db.$count(products, awaitingOf(step, 0)))
  progress.pictures ??= { total, seen: 0, missed: 0, after: 0 }
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
    if (away === MAX_FAILURES_IN_A_ROW) break
  }
  if (away < MAX_FAILURES_IN_A_ROW && awaiting.length === PICTURES_PER_TURN) return { again: progress }
  await step.write((ctx) => saveProgress(ctx, step.operation, progress))
  const { made, changed, unfit } = progress
  return { message: text.productsSynced(made, changed, unfit, pictures.missed) }
}

const PRODUCTS_PER_PAGE = 50

/** Saves a row of a page; one that is not valid here, or that the database refuses, is reported and stops nothing. */
async function adoptRow(ctx: TenantContext, remote: RemoteProduct, progress: SyncProgress) {
  await ctx.db.execute(sql`SAVEPOINT product`)
  try {
    const result = await adoptProduct(ctx, remote)
    if (result !== 'same') progress[result] += 1
  } catch (error) {
    if (isUnavailable(error) || isRetryable(error)) throw error
    await ctx.db.execute(sql`ROLLBACK TO SAVEPOINT product`)
    progress.unfit += 1
    const name = remote.title.replaceAll('\0', '').trim() || remote.id
    const message = error instanceof UnfitProductError ? error.message : 'It could not be stored.'
    reportProblem(progress, name, message)
  }
}

/** A company that never imported the catalog gets changes of the products it pushed, and no others. */
async function isOfLinkedAlone({ ctx, operation: { userId, companyId } }: Step): Promise<boolean> {
  const store = await findStore(ctx, companyId)
  return userId === null && !store?.productsSyncedAt
}

async function linkedOf({ ctx }: Step, rows: RemoteProduct[]) {
  const linked = await ctx.db
    .select({ id: products.shopifyProductId })
    .from(products)
    .where(own(ctx, products, { shopifyProductId: rows.map(({ id }) => id) }))
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
    const asked = { query, first: PRODUCTS_PER_PAGE, after: before.cursor }
    const { products: page } = await step.call('products', asked)
    const ofLinkedAlone = await isOfLinkedAlone(step)
    const rows = ofLinkedAlone ? await linkedOf(step, page.nodes) : page.nodes
    // With its progress in one transaction, so that no row counts twice if the process dies.
    const progress = await step.write(async (ctx) => {
      const progress = structuredClone(afterPage(before, page))
      for (const remote of rows) await adoptRow(ctx, remote, progress)
      await saveProgress(ctx, step.operation, progress)
      return progress
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

async function saveSynced(step: Step, { until }: SyncProgress, ofLinkedAlone: boolean) {
  const productsSyncedUntil = sql`greatest(products_synced_until, ${until}::timestamptz)`
  const imported = !ofLinkedAlone && { productsSyncedAt: sql`now()` }
  await step.write((ctx) => updateStore(ctx, { productsSyncedUntil, ...imported }))
}

/** Each product of a page costs a point. */
const LINKS_PER_PAGE = 100

/**
 * Finds linked products that were deleted in Shopify, which no list of changes shows, and enqueues a resync of each, as
 * the webhook of a deletion does. A sync that a person started checks all of them, a page per turn; the schedule checks
 * one page each time.
 *
 * @returns the progress; `links.after` is null after the last page
 */
async function checkLinks(step: Step, before: SyncProgress): Promise<SyncProgress> {
  const { companyId, userId } = step.operation
  const ofSchedule = userId === null
  const store = ofSchedule && !before.links ? await findStore(step.ctx, companyId) : null
  const after = before.links?.after ?? store?.linksCheckedTo ?? 0
  const linked = await step.ctx.db
    .select({ id: products.id, name: products.name, remoteId: products.shopifyProductId })
    .from(products)
    .where(and(own(step.ctx, products, {}), isNotNull(products.shopifyProductId), gt(products.id, after)))
    .orderBy(products.id)
    .limit(LINKS_PER_PAGE)
  const ids = linked.map(({ remoteId }) => remoteId!)
  const { nodes } = ids.length > 0 ? await step.call('nodes', { ids }) : { nodes: [] }
  const gone = linked.filter((_, at) => nodes[at] === null)
  const last = linked.length < LINKS_PER_PAGE ? null : linked.at(-1)!.id
  const progress = { ...before, links: { after: ofSchedule ? null : last } }
  await step.write(async (ctx) => {
    for (const { id: entityId, name: subjectName } of gone)
      await enqueueOperation(ctx.db, { companyId, kind: 'product.resync', entityId, subjectName })
    await saveProgress(ctx, step.operation, progress)
    if (ofSchedule) await updateStore(ctx, { linksCheckedTo: last ?? 0 })
  })
  return progress
}

/** Starts an import of the store's whole catalog. @returns it, or the one already running @throws AppError conflict */
export async function syncProductsFromShopify(ctx: StaffContext): Promise<Operation> {
  await assertUsableStore(ctx)
  const catalog = { kind: 'products.sync', entityId: 0, subjectName: 'All products' } as const
  const id = await enqueueOnce(ctx, { ...catalog, progress: newProgress(null) })
  await widenScheduledSync(ctx, id)
  ctx.wake('shopify')
  return getOperation(ctx, id)
}

/** A scheduled sync only imports changes: it starts over as one of the whole catalog, and its worker loses it. */
async function widenScheduledSync(ctx: StaffContext, id: number) {
  await ctx.db
    .update(shopifyOperations)
    .set({
      userId: ctx.actor.userId,
      state: 'queued',
      progress: newProgress(null),
      tries: sql`tries + 1`,
      nextTryAt: sql`now()`,
      leasedUntil: sql`now()`,
    })
    .where(and(own(ctx, shopifyOperations, { id, state: openStates }), isNull(shopifyOperations.userId)))
}
