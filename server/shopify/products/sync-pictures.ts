import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, gt } from 'drizzle-orm'
import { awaitsPicture, products } from '../../db/schema/products.ts'
import type { Step } from '../tasks/operation-handler.ts'
import { tellProblem } from '../tasks/sync-progress.ts'
import { takePicture } from './import-picture.ts'

/** Pictures of one turn, after which other operations have theirs. */
const TURN = 10
/** How many in a row are tried while their place is away; the rest is for the next sync. */
const PATIENCE = 3

const awaitingOf = ({ operation: { companyId } }: Step, after: number) =>
  and(eq(products.companyId, companyId), awaitsPicture, gt(products.id, after))

/**
 * The pictures of products that have come or changed, each once in a sync, from the product on where it was left. What
 * cannot be taken is told and stops nothing.
 *
 * @returns how far it is, and whether there is more to come
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
    .limit(TURN)
  let away = 0
  for (const product of awaiting) {
    const problem = await takePicture(step, product)
    pictures.seen += 1
    pictures.after = product.id
    if (problem) {
      pictures.missed += 1
      tellProblem(progress, product.name, problem.message)
    }
    away = problem?.how === 'away' ? away + 1 : 0
    if (away === PATIENCE) return { progress, more: false }
  }
  return { progress, more: awaiting.length === TURN }
}
