import { customizationMessages } from '@trunkshow/contract/customizations/messages.ts'
import type { AssignInput, ProductCustomization } from '@trunkshow/contract/customizations/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { violates } from '../platform/db/errors.ts'
import { productCustomizations, products } from '../platform/db/schema/products.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ownProduct } from '../products/queries.ts'
import { getCustomization, listAssigned } from './queries.ts'

/** Locks the product, so that two requests don't reorder its customizations at once. */
async function lockProduct(ctx: StaffContext, id: number) {
  const found = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(ownProduct(ctx, id))
    .for('update')
  if (found.length === 0) throw new AppError('not_found', productMessages.notFound)
}

function isAssignment(ctx: StaffContext, productId: number, customizationId: number) {
  return and(
    eq(productCustomizations.productId, productId),
    eq(productCustomizations.customizationId, customizationId),
    eq(productCustomizations.companyId, ctx.actor.companyId),
  )
}

/** Adds a customization at the end of a product's list. @throws AppError not_found; conflict if it is already there */
export async function assignCustomization(
  ctx: StaffContext,
  productId: number,
  { customizationId, isRequired }: AssignInput,
): Promise<ProductCustomization[]> {
  return inTransaction(ctx, async (ctx) => {
    await lockProduct(ctx, productId)
    await getCustomization(ctx, customizationId)
    const { companyId } = ctx.actor
    await ctx.db.insert(productCustomizations).values({
      companyId,
      productId,
      customizationId,
      isRequired,
      displayOrder: sql`(
        SELECT coalesce(max(display_order), 0) + 1 FROM product_customizations WHERE product_id = ${productId})`,
    })
    return listAssigned(ctx, productId)
  }).catch((error) => {
    // Deleted by another request.
    if (violates(error, 'product_customizations_customization_id_customizations_id_fk'))
      throw new AppError('not_found', customizationMessages.notFound)
    throw violates(error, 'product_customizations_key')
      ? new AppError('conflict', customizationMessages.alreadyAssigned)
      : error
  })
}

/** Sets whether customers must choose an option. @throws AppError not_found */
export async function setRequired(
  ctx: StaffContext,
  productId: number,
  customizationId: number,
  isRequired: boolean,
): Promise<ProductCustomization[]> {
  const changed = await ctx.db
    .update(productCustomizations)
    .set({ isRequired, updatedAt: sql`now()` })
    .where(isAssignment(ctx, productId, customizationId))
    .returning({ id: productCustomizations.id })
  if (changed.length === 0) throw new AppError('not_found', customizationMessages.notAssigned)
  return listAssigned(ctx, productId)
}

/** Removes a customization from a product. @throws AppError not_found */
export async function unassignCustomization(ctx: StaffContext, productId: number, customizationId: number) {
  const deleted = await ctx.db
    .delete(productCustomizations)
    .where(isAssignment(ctx, productId, customizationId))
    .returning({ id: productCustomizations.id })
  if (deleted.length === 0) throw new AppError('not_found', customizationMessages.notAssigned)
}

/**
 * Reorders a product's customizations: those named come first, in this order. A colleague may have just removed
 * one of them or added another, so an id that is not assigned is ignored, and the others follow in their order.
 *
 * @throws AppError not_found, if there is no such product
 */
export async function reorderCustomizations(
  ctx: StaffContext,
  productId: number,
  customizationIds: number[],
): Promise<ProductCustomization[]> {
  const { companyId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    await lockProduct(ctx, productId)
    await ctx.db.execute(sql`
      UPDATE product_customizations AS assigned SET display_order = wanted.place, updated_at = now()
      FROM (
        SELECT id, row_number() OVER (
          ORDER BY array_position(${sql.param(customizationIds)}::int[], customization_id), display_order
        ) AS place
        FROM product_customizations WHERE product_id = ${productId} AND company_id = ${companyId}
      ) AS wanted
      WHERE assigned.id = wanted.id AND assigned.company_id = ${companyId}`)
    return listAssigned(ctx, productId)
  })
}
