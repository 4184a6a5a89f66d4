import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { discountMessages as text } from '@trunkshow/contract/discounts/messages.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import {
  type DiscountChange,
  type DiscountCode,
  type DiscountInput,
  discountCode,
} from '@trunkshow/contract/discounts/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { violates } from '../platform/db/errors.ts'
import { discountCodes } from '../platform/db/schema/orders.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { enqueueOperation, restartOperation } from '../platform/jobs/enqueue-operation.ts'
import { discountRow, ownDiscount } from './queries.ts'

function record(
  ctx: StaffContext,
  activity: Activity,
  { id, code, version }: DiscountCode,
  changes: ReturnType<typeof changesBetween> = [],
) {
  const { companyId } = ctx.actor
  const entry = {
    companyId,
    activity,
    subject: 'discount',
    subjectId: id,
    subjectName: code,
    version,
    changes,
  } as const
  return recordActivity(ctx, entry)
}

/** The names of a code's fields in the activity log. */
const labels = {
  code: 'Code',
  description: 'Description',
  discountValue: 'Percentage',
  usageLimit: 'Usage limit',
  isActive: 'Active',
  expiresAt: 'Expires',
} as const
const names = Object.keys(labels) as (keyof typeof labels)[]

const editableOf = ({ code, description, discountValue, usageLimit, isActive, expiresAt }: DiscountCode) => ({
  code,
  description,
  discountValue,
  usageLimit,
  isActive,
  expiresAt,
})

/** A code's fields in words. */
const inWords = (code: DiscountCode) => ({
  ...editableOf(code),
  discountValue: `${code.discountValue}%`,
  expiresAt: code.expiresAt && formatDate(code.expiresAt),
})

function toTakenError(error: unknown) {
  if (!violates(error, 'discount_codes_key')) return error
  return new AppError('taken', text.codeTaken, { fields: { code: text.codeTaken } })
}

/** Queues a changed or deleted code for Shopify, if it is in Shopify or being sent. */
async function syncToShopify(
  { db, actor: { companyId, userId } }: StaffContext,
  { id: entityId, code: subjectName, shopifyPriceRuleId: remoteId }: DiscountCode,
): Promise<void> {
  const wanted = { companyId, userId, kind: 'discount.sync', entityId, subjectName, remoteId } as const
  for (;;) {
    if (remoteId && (await enqueueOperation(db, wanted)) !== null) return
    // The open operation ended between the two statements; enqueue a new one.
    if ((await restartOperation(db, wanted)) || !remoteId) return
  }
}

/** Adds a discount code. @throws AppError taken if the company has one with this name, ignoring case */
export async function createDiscount(ctx: StaffContext, input: DiscountInput): Promise<DiscountCode> {
  return inTransaction(ctx, async (ctx) => {
    const { companyId, userId } = ctx.actor
    const [created] = await ctx.db
      .insert(discountCodes)
      .values({ ...input, description: input.description ?? '', companyId, userId })
      .returning(discountRow)
    await record(ctx, 'discount.created', created!)
    return created!
  }).catch((error) => {
    throw toTakenError(error)
  })
}

/**
 * Changes the given fields of a discount code, here and in Shopify. Existing orders keep their discount
 * (docs/product.md, Using a code).
 *
 * @throws AppError not_found; changed, with the stored code and who changed it; taken; in_use if the limit would be
 *   below the current use count
 */
export async function updateDiscount(
  ctx: StaffContext,
  id: number,
  { version, ...change }: DiscountChange,
): Promise<DiscountCode> {
  const saved = await inTransaction(ctx, async (ctx) => {
    const [before] = await ctx.db
      .select(discountRow)
      .from(discountCodes)
      .where(ownDiscount(ctx, id))
      .for('update')
    if (!before) throw new AppError('not_found', text.notFound)
    const { discountValue, expiresAt } = inWords(before)
    const changes = await changesOfEdit(ctx, 'discount', {
      current: before,
      view: discountCode,
      seen: version,
      stored: editableOf(before),
      given: { ...change, description: change.description ?? undefined },
      words: { discountValue, expiresAt: expiresAt ?? '' },
    })
    if (Object.keys(changes).length === 0) return before
    if (change.usageLimit && change.usageLimit < before.usedCount) {
      const message = text.usedMore(before.usedCount)
      throw new AppError('in_use', message, { fields: { usageLimit: message } })
    }
    const [after] = await ctx.db
      .update(discountCodes)
      .set({
        ...changes,
        shopifySyncedAt: null,
        version: sql`version + 1`,
        updatedAt: sql`now()`,
      })
      .where(ownDiscount(ctx, id))
      .returning(discountRow)
    const logged = changesBetween(inWords(before), inWords(after!), names).map(({ field, ...change }) => ({
      ...change,
      field: labels[field as keyof typeof labels],
      paths: [field],
    }))
    if (logged.length > 0) await record(ctx, 'discount.changed', after!, logged)
    await syncToShopify(ctx, after!)
    return after!
  }).catch((error) => {
    throw toTakenError(error)
  })
  ctx.wake('shopify')
  return saved
}

/** Deletes a discount code without orders, here and in Shopify. @throws AppError not_found, in_use */
export async function deleteDiscount(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [deleted] = await ctx.db
      .delete(discountCodes)
      .where(and(ownDiscount(ctx, id), eq(discountCodes.usedCount, 0)))
      .returning(discountRow)
    if (deleted) {
      await syncToShopify(ctx, deleted)
      return record(ctx, 'discount.deleted', deleted)
    }
    const [remaining] = await ctx.db.select(discountRow).from(discountCodes).where(ownDiscount(ctx, id))
    if (!remaining) throw new AppError('not_found', text.notFound)
    throw new AppError('in_use', discountCan.delete(remaining) ?? text.inUse)
  })
  ctx.wake('shopify')
}
