import { addDays, wallToInstant } from '@trunkshow/contract/dates.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { discountCodes } from '../../db/schema/discounts.ts'
import type { OperationHandler, OperationResult } from '../tasks/operation-handler.ts'
import { RefusedError, type Step } from '../tasks/operation-handler.ts'

type CodeRow = typeof discountCodes.$inferSelect

/** On every code made from here, so that one made by hand in the store is never taken for ours. */
const TAG = 'trunkshow'

const ofOperation = ({ operation: { companyId, entityId } }: Step) =>
  and(eq(discountCodes.id, entityId), eq(discountCodes.companyId, companyId))

async function findCode(step: Step): Promise<CodeRow | undefined> {
  const [found] = await step.ctx.db.select().from(discountCodes).where(ofOperation(step))
  return found
}

function write(step: Step, changes: { shopifyPriceRuleId?: string | null; shopifySyncedAt: SQL | null }) {
  return step.write((db) => db.update(discountCodes).set(changes).where(ofOperation(step)))
}

/** Through the end of the venue's day it expires on. */
function endOf({ expiresAt }: CodeRow): string | null {
  return expiresAt && wallToInstant(addDays(expiresAt, 1), '00:00').toISOString()
}

const inputOf = ({ discountValue, usageLimit }: CodeRow) => ({
  context: { all: 'ALL' as const },
  customerGets: { value: { percentage: discountValue / 100 }, items: { all: true } },
  usageLimit,
})

const isMissing = async (step: Step, id: string) =>
  (await step.call('discountCode', { id })).codeDiscountNode === null

async function lookFor(step: Step, code: string) {
  const { codeDiscountNodeByCode: found } = await step.call('discountByCode', { code })
  if (!found) return null
  const { codeDiscount } = found
  return {
    id: found.id,
    isOurs: codeDiscount.__typename === 'DiscountCodeBasic' && codeDiscount.tags.includes(TAG),
  }
}

/**
 * Makes it under the name it was asked for by, whatever it is called since: so one whose answer was lost is found by
 * it. Two of one name the store refuses, and then the one it has is ours, or in the way.
 *
 * @returns its number there, and whether it is all as it is here
 */
async function create(step: Step, code: CodeRow): Promise<{ id: string; isExact: boolean }> {
  const { subjectName } = step.operation
  const endsAt = code.isActive ? endOf(code) : new Date().toISOString()
  const startsAt = code.createdAt.toISOString()
  const names = { title: subjectName, code: subjectName, tags: [TAG] }
  try {
    const discount = { ...inputOf(code), ...names, startsAt, endsAt }
    const { discountCodeBasicCreate } = await step.call('discountCodeBasicCreate', { discount })
    return { id: discountCodeBasicCreate!.codeDiscountNode!.id, isExact: code.code === subjectName }
  } catch (error) {
    const there = error instanceof RefusedError ? await lookFor(step, subjectName) : null
    if (!there) throw error
    if (!there.isOurs) throw new RefusedError(text.discountTaken)
    return { id: there.id, isExact: false }
  }
}

/** The store as it is here. Switching on and off moves the end there, so on comes before the rest, and off after. */
async function update(step: Step, id: string, code: CodeRow): Promise<void> {
  const { codeDiscountNode } = await step.call('discountCode', { id })
  if (codeDiscountNode?.codeDiscount.__typename !== 'DiscountCodeBasic') return disown(step)
  const isOff = codeDiscountNode.codeDiscount.status === 'EXPIRED'
  const { isActive } = code
  const endsAt = endOf(code)
  const isOver = endsAt !== null && Date.parse(endsAt) <= Date.now()
  if (isActive && isOff && !isOver) await step.call('discountCodeActivate', { id })
  const names = { title: code.code, code: code.code }
  const discount = { ...inputOf(code), ...names, ...(isActive && { endsAt }) }
  await step.call('discountCodeBasicUpdate', { id, discount }).catch(async (error) => {
    const there = error instanceof RefusedError ? await lookFor(step, code.code) : null
    throw there && there.id !== id ? new RefusedError(text.discountTaken) : error
  })
  if (!isActive && !isOff) await step.call('discountCodeDeactivate', { id })
}

/** The store has deleted it: it is as one that never was there, for whoever asks next. */
async function disown(step: Step): Promise<never> {
  await write(step, { shopifyPriceRuleId: null, shopifySyncedAt: null })
  throw new RefusedError(text.discountGone)
}

/** Whether another code of the company is this one at the store: it was made here anew before this one was gone there. */
async function isInUse({ ctx, operation: { companyId } }: Step, id: string): Promise<boolean> {
  const isIt = and(eq(discountCodes.companyId, companyId), eq(discountCodes.shopifyPriceRuleId, id))
  return (await ctx.db.$count(discountCodes, isIt)) > 0
}

/** It was deleted here. */
async function remove(step: Step): Promise<OperationResult> {
  const { remoteId, subjectName } = step.operation
  const there = remoteId ? { id: remoteId, isOurs: true } : await lookFor(step, subjectName)
  if (there?.isOurs && !(await isInUse(step, there.id))) {
    const { id } = there
    await step.call('discountCodeDelete', { id }).catch(async (error) => {
      if (!(error instanceof RefusedError && (await isMissing(step, id)))) throw error
    })
  }
  return { message: text.discountDeleted }
}

/**
 * Makes the store hold a discount code as it is here: made, changed, switched on or off, or deleted. Codes are unique
 * there, so that all of it may be sent again and none is made twice.
 */
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
