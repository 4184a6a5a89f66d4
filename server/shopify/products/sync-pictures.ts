import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, gt } from 'drizzle-orm'
import { awaitsPicture, products } from '../../platform/db/schema/products.ts'
import type { Step } from '../tasks/operation-handler.ts'
import { reportProblem } from '../tasks/sync-progress.ts'
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
export async function syncPictures(
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
