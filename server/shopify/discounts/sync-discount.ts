import { addDays } from '@trunkshow/contract/dates.ts'
import type { SyncedDiscount } from '@trunkshow/contract/discounts/schema.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { wallToInstant } from '@trunkshow/contract/zones.ts'
import { type SQL, sql } from 'drizzle-orm'
import { getCompanyZone } from '../../company/queries.ts'
import type { StaffContext } from '../../context.ts'
import { getDiscount, ownDiscount } from '../../discounts/discount-records.ts'
import { discountCodes } from '../../platform/db/schema/orders.ts'
import { own } from '../../platform/db/statement.ts'
import { assertUsableStore } from '../queries.ts'
import {
  type OperationHandler,
  type OperationResult,
  RefusedError,
  type Step,
} from '../tasks/operation-handler.ts'
import { awaitOperation, enqueueOnce } from '../tasks/operation-queries.ts'

type CodeRow = typeof discountCodes.$inferSelect

/** Marks codes created from here, so that one created in Shopify is never taken for ours. */
const TAG = 'trunkshow'

async function findCode({ ctx, operation }: Step): Promise<CodeRow | undefined> {
  const [found] = await ctx.db.select().from(discountCodes).where(ownDiscount(ctx, operation.entityId))
  return found
}

function write(step: Step, changes: { shopifyPriceRuleId?: string | null; shopifySyncedAt: SQL | null }) {
  return step.write((ctx) =>
    ctx.db.update(discountCodes).set(changes).where(ownDiscount(ctx, step.operation.entityId)),
  )
}

/** The end of the day on which it expires, by the company's clock. */
async function endOf({ ctx }: Step, { expiresAt }: CodeRow): Promise<string | null> {
  if (!expiresAt) return null
  const zone = await getCompanyZone(ctx)
  return wallToInstant(addDays(expiresAt, 1), '00:00', zone).toISOString()
}

const inputOf = ({ discountValue, usageLimit }: CodeRow) => ({
  context: { all: 'ALL' as const },
  customerGets: { value: { percentage: discountValue / 100 }, items: { all: true } },
  usageLimit,
})

const isMissing = async (step: Step, id: string) =>
  (await step.call('discountCode', { id })).codeDiscountNode === null

async function findRemote(step: Step, code: string) {
  const { codeDiscountNodeByCode: found } = await step.call('discountByCode', { code })
  if (!found) return null
  const { codeDiscount } = found
  return {
    id: found.id,
    isOurs: codeDiscount.__typename === 'DiscountCodeBasic' && codeDiscount.tags.includes(TAG),
  }
}

/**
 * Creates the code under the operation's name, which finds it again if the answer is lost, even after a renaming.
 * Shopify refuses a second code of the same name: the first one is ours, or a conflict.
 *
 * @returns its id in Shopify, and whether it equals the code here
 */
async function create(step: Step, code: CodeRow): Promise<{ id: string; isExact: boolean }> {
  const { subjectName } = step.operation
  const endsAt = code.isActive ? await endOf(step, code) : new Date().toISOString()
  const startsAt = code.createdAt.toISOString()
  const names = { title: subjectName, code: subjectName, tags: [TAG] }
  try {
    const discount = { ...inputOf(code), ...names, startsAt, endsAt }
    const { discountCodeBasicCreate } = await step.call('discountCodeBasicCreate', { discount })
    return { id: discountCodeBasicCreate!.codeDiscountNode!.id, isExact: code.code === subjectName }
  } catch (error) {
    const remote = error instanceof RefusedError ? await findRemote(step, subjectName) : null
    if (!remote) throw error
    if (!remote.isOurs) throw new RefusedError(text.discountTaken)
    return { id: remote.id, isExact: false }
  }
}

/** Activating and deactivating change the end in Shopify, so one goes before the other changes and one after them. */
async function update(step: Step, id: string, code: CodeRow): Promise<void> {
  const { codeDiscountNode } = await step.call('discountCode', { id })
  if (codeDiscountNode?.codeDiscount.__typename !== 'DiscountCodeBasic') return unlinkCode(step)
  const isOff = codeDiscountNode.codeDiscount.status === 'EXPIRED'
  const { isActive } = code
  const endsAt = await endOf(step, code)
  const isOver = endsAt !== null && Date.parse(endsAt) <= Date.now()
  if (isActive && isOff && !isOver) await step.call('discountCodeActivate', { id })
  const names = { title: code.code, code: code.code }
  const discount = { ...inputOf(code), ...names, ...(isActive && { endsAt }) }
  await step.call('discountCodeBasicUpdate', { id, discount }).catch(async (error) => {
    const remote = error instanceof RefusedError ? await findRemote(step, code.code) : null
    throw remote && remote.id !== id ? new RefusedError(text.discountTaken) : error
  })
  if (!isActive && !isOff) await step.call('discountCodeDeactivate', { id })
}

/** The code was deleted in Shopify: the next sync creates it again. */
async function unlinkCode(step: Step): Promise<never> {
  await write(step, { shopifyPriceRuleId: null, shopifySyncedAt: null })
  throw new RefusedError(text.discountGone)
}

/** Whether another code is linked to it: one of the same name was created here before this one was deleted in Shopify. */
async function isInUse({ ctx }: Step, shopifyPriceRuleId: string): Promise<boolean> {
  return (await ctx.db.$count(discountCodes, own(ctx, discountCodes, { shopifyPriceRuleId }))) > 0
}

/** Deletes in Shopify a code that was deleted here. */
async function remove(step: Step): Promise<OperationResult> {
  const { remoteId, subjectName } = step.operation
  const remote = remoteId ? { id: remoteId, isOurs: true } : await findRemote(step, subjectName)
  if (remote?.isOurs && !(await isInUse(step, remote.id))) {
    const { id } = remote
    await step.call('discountCodeDelete', { id }).catch(async (error) => {
      if (!(error instanceof RefusedError && (await isMissing(step, id)))) throw error
    })
  }
  return { message: text.discountDeleted }
}

/** Makes a code in Shopify equal the one here. Codes are unique in a store, so repeating it creates none twice. */
export const syncDiscount: OperationHandler = {
  async run(step) {
    const code = await findCode(step)
    if (!code) return remove(step)
    const known = code.shopifyPriceRuleId
    const { id, isExact } = known ? { id: known, isExact: false } : await create(step, code)
    if (!known) await write(step, { shopifyPriceRuleId: id, shopifySyncedAt: null })
    if (!isExact) await update(step, id, code)
    await write(step, { shopifySyncedAt: sql`now()` })
    return { message: known ? text.discountUpdated : text.discountSynced, remoteId: id }
  },
}

/** Starts `syncDiscount` (docs/product.md, Products and codes in Shopify). @throws AppError not_found, conflict */
export async function syncDiscountToShopify(ctx: StaffContext, id: number): Promise<SyncedDiscount> {
  const { code } = await getDiscount(ctx, id)
  await assertUsableStore(ctx)
  const wanted = { kind: 'discount.sync', entityId: id, subjectName: code } as const
  const operation = await awaitOperation(ctx, await enqueueOnce(ctx, wanted))
  const { shopifyPriceRuleId } = await getDiscount(ctx, id)
  return { ...operation, shopifyPriceRuleId }
}
