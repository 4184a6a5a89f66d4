import { formatDate } from '@trunkshow/contract/dates.ts'
import { discountMessages as text } from '@trunkshow/contract/discounts/messages.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import {
  type DiscountChange,
  type DiscountCode,
  type DiscountInput,
  discountCode,
} from '@trunkshow/contract/discounts/schema.ts'
import type { whichDiscounts } from '@trunkshow/contract/discounts/screens.ts'
import { AppError, assertAllowed, fieldError, firstOf } from '@trunkshow/contract/errors.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { and, eq, gte, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, record } from '../activity/record-activity.ts'
import { getCompanyZone } from '../company/queries.ts'
import type { StaffContext, TenantContext } from '../context.ts'
import { discountCodes } from '../platform/db/schema/orders.ts'
import {
  changeRows,
  columnsOf,
  escapeLike,
  nextVersion,
  own,
  refusing,
  selection,
} from '../platform/db/statement.ts'
import { databaseNow, inTransaction } from '../platform/db/transaction.ts'
import { listRows, type Page, sortedBy } from '../platform/http/paging.ts'
import { enqueueOperation, restartOperation } from '../platform/jobs/enqueue-operation.ts'

/** A code as the activity log names it. */
const logged = ({ id, code, version }: DiscountCode) => ({ id, name: code, version })

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

const editableOf = (code: DiscountCode) =>
  Object.fromEntries(names.map((name) => [name, code[name]])) as Pick<DiscountCode, keyof typeof labels>

/** A code's fields in words. */
const inWords = (code: DiscountCode) => ({
  ...editableOf(code),
  discountValue: `${code.discountValue}%`,
  expiresAt: code.expiresAt && formatDate(code.expiresAt),
})

const refuseTaken = refusing({ discount_codes_key: ['taken', text.codeTaken, 'code'] })

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
    await record(ctx, 'discount.created', logged(created!))
    return created!
  }).catch(refuseTaken)
}

/**
 * Changes the given fields of a discount code, here and in Shopify. Existing orders keep their discount
 * (docs/product.md, Using a code).
 *
 * @throws AppError not_found; changed, with the stored code and who changed it; taken; in_use if the limit would be
 *   below the current use count
 */
export async function updateDiscount(ctx: StaffContext, id: number, { version, ...change }: DiscountChange) {
  const saved = await inTransaction(ctx, async (ctx) => {
    const which = ownDiscount(ctx, id)
    const found = await ctx.db.select(discountRow).from(discountCodes).where(which).for('update')
    const before = firstOf(found, text.notFound)
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
    if (change.usageLimit && change.usageLimit < before.usedCount)
      throw fieldError('in_use', 'usageLimit', text.usedMore(before.usedCount))
    const values = { ...changes, shopifySyncedAt: null, ...nextVersion }
    const [after] = await changeRows(ctx, discountCodes, which, values).returning(discountRow)
    const changed = changesBetween(inWords(before), inWords(after!), names).map((change) => {
      const field = change.field as keyof typeof labels
      return { ...change, field: labels[field], paths: [field] }
    })
    if (changed.length > 0) await record(ctx, 'discount.changed', logged(after!), changed)
    await syncToShopify(ctx, after!)
    return after!
  }).catch(refuseTaken)
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
      return record(ctx, 'discount.deleted', logged(deleted))
    }
    throw new AppError('in_use', discountCan.delete(await getDiscount(ctx, id)) ?? text.inUse)
  })
  ctx.wake('shopify')
}

/**
 * Counts one more use of a discount code in one conditional UPDATE, so that only one of several requests gets the last
 * use (docs/product.md, Using a code). Call it in the order's transaction after locking the order, and lock several
 * codes in the order of their ids.
 *
 * @throws AppError not_found; conflict with the reason the code can't be used today
 */
export async function takeUse(ctx: StaffContext, codeId: number) {
  const today = wallClock(await databaseNow(ctx), await getCompanyZone(ctx)).date
  // Another order may give back a use between the two statements; then try again.
  for (let tries = 0; tries < 3; tries++) {
    const [taken] = await ctx.db
      .update(discountCodes)
      .set({ usedCount: sql`used_count + 1` })
      .where(
        and(
          ownDiscount(ctx, codeId),
          discountCodes.isActive,
          or(isNull(discountCodes.expiresAt), gte(discountCodes.expiresAt, today)),
          or(isNull(discountCodes.usageLimit), lt(discountCodes.usedCount, discountCodes.usageLimit)),
        ),
      )
      .returning({ id: discountCodes.id, code: discountCodes.code, percent: discountCodes.discountValue })
    if (taken) return taken
    const [code] = await ctx.db.select(discountRow).from(discountCodes).where(ownDiscount(ctx, codeId))
    if (!code) throw fieldError('not_found', 'discountCodeId', text.notFound)
    assertAllowed(discountCan.apply(code, today), 'conflict', 'discountCodeId')
  }
  throw fieldError('conflict', 'discountCodeId', text.usedUp)
}

/** Gives back one use, in the transaction that removes the code or cancels or deletes the order. */
export async function giveBackUse(ctx: TenantContext, codeId: number): Promise<void> {
  await ctx.db.update(discountCodes).set({ usedCount: sql`used_count - 1` }).where(ownDiscount(ctx, codeId))
}

/** The columns of a discount code in the API. */
const discountRow = columnsOf(discountCodes, discountCode)

export const ownDiscount = (ctx: TenantContext, id: number): SQL => own(ctx, discountCodes, { id })

/** Returns one discount code. @throws AppError not_found */
export async function getDiscount(ctx: StaffContext, id: number) {
  const found = await ctx.db.select(discountRow).from(discountCodes).where(ownDiscount(ctx, id))
  return firstOf(found, text.notFound)
}

type DiscountFilter = z.output<typeof whichDiscounts>

const columns = selection(discountRow)
const newest = sortedBy({ id: discountCodes.id }, 'falling')

/** Lists the company's discount codes, newest first. */
export function listDiscounts(ctx: StaffContext, page: Page, { q, isActive }: DiscountFilter) {
  const pattern = q && `%${escapeLike(q)}%`
  const scope = and(
    eq(discountCodes.companyId, ctx.actor.companyId),
    isActive === undefined ? undefined : eq(discountCodes.isActive, isActive),
    pattern ? or(ilike(discountCodes.code, pattern), ilike(discountCodes.description, pattern)) : undefined,
  )
  return listRows(ctx, page, { columns, scope, order: newest })
}
