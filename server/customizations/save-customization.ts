import { customizationMessages } from '@trunkshow/contract/customizations/messages.ts'
import type {
  AssignInput,
  Customization,
  CustomizationInput,
  CustomizationOption,
  OptionInput,
  ProductCustomization,
} from '@trunkshow/contract/customizations/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { photoImage } from '@trunkshow/contract/images.ts'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { own, refusing } from '../platform/db/rows.ts'
import {
  customizationOptions,
  customizations,
  productCustomizations,
  products,
} from '../platform/db/schema/products.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertNoPhotoLink, makePictures, storePictures } from '../platform/files/pictures.ts'
import type { Upload } from '../platform/http/uploads.ts'
import { ownProduct } from '../products/queries.ts'
import { getCustomization, getOption, listAssigned, ownCustomization, ownOption } from './queries.ts'

/** Adds a customization without options. */
export async function createCustomization(ctx: StaffContext, input: CustomizationInput) {
  const { companyId, userId } = ctx.actor
  const [created] = await ctx.db
    .insert(customizations)
    .values({ name: input.name, description: input.description ?? '', companyId, userId })
    .returning({ id: customizations.id })
  return getCustomization(ctx, created!.id)
}

/** Changes a customization's name and description. @throws AppError not_found */
export async function updateCustomization(
  ctx: StaffContext,
  id: number,
  { name, description }: CustomizationInput,
): Promise<Customization> {
  await ctx.db
    .update(customizations)
    .set({ name, ...(typeof description === 'string' && { description }), updatedAt: sql`now()` })
    .where(ownCustomization(ctx, id))
  return getCustomization(ctx, id)
}

/** Deletes a customization with its options and removes it from all products. @throws AppError not_found */
export async function deleteCustomization(ctx: StaffContext, id: number): Promise<void> {
  const { rowCount } = await ctx.db.delete(customizations).where(ownCustomization(ctx, id))
  if (!rowCount) throw new AppError('not_found', customizationMessages.notFound)
}

interface Uploads {
  photo?: Upload
}

/** Adds an option. @throws AppError not_found; invalid if the upload isn't a picture or the photo is a link */
export async function createOption(
  ctx: StaffContext,
  customizationId: number,
  input: OptionInput,
  uploads: Uploads,
): Promise<CustomizationOption> {
  const { name, price } = input
  await getCustomization(ctx, customizationId)
  assertNoPhotoLink(input, null)
  const pictures = await makePictures(ctx, uploads, photoImage)
  return inTransaction(ctx, async (ctx) => {
    await getCustomization(ctx, customizationId)
    const [created] = await ctx.db
      .insert(customizationOptions)
      .values({ name, priceCents: price, ...pictures.urls, customizationId, companyId: ctx.actor.companyId })
      .returning({ id: customizationOptions.id })
    await storePictures(ctx, ctx.actor.companyId, pictures)
    return getOption(ctx, created!.id)
  }).catch(
    refusing({
      // Deleted by another request.
      customization_options_customization_id_customizations_id_fk: [
        'not_found',
        customizationMessages.notFound,
      ],
    }),
  )
}

/** Changes an option. @throws AppError not_found; invalid if the upload isn't a picture or the photo is a new link */
export async function updateOption(ctx: StaffContext, id: number, input: OptionInput, uploads: Uploads) {
  const { name, price, removePhoto } = input
  assertNoPhotoLink(input, (await getOption(ctx, id)).photoUrl)
  const pictures = await makePictures(ctx, uploads, photoImage)
  return inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(customizationOptions)
      .set({
        name,
        priceCents: price,
        ...(removePhoto && { photoUrl: null }),
        ...pictures.urls,
        updatedAt: sql`now()`,
      })
      .where(ownOption(ctx, id))
    await storePictures(ctx, ctx.actor.companyId, pictures)
    return getOption(ctx, id)
  })
}

/** Deletes an option. @throws AppError not_found */
export async function deleteOption(ctx: StaffContext, id: number): Promise<void> {
  const { rowCount } = await ctx.db.delete(customizationOptions).where(ownOption(ctx, id))
  if (!rowCount) throw new AppError('not_found', customizationMessages.optionNotFound)
}

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
  return own(ctx, productCustomizations, { productId, customizationId })
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
  }).catch(
    refusing({
      // Deleted by another request.
      product_customizations_customization_id_customizations_id_fk: [
        'not_found',
        customizationMessages.notFound,
      ],
      product_customizations_key: ['conflict', customizationMessages.alreadyAssigned],
    }),
  )
}

/** Sets whether customers must choose an option. @throws AppError not_found */
export async function setRequired(
  ctx: StaffContext,
  productId: number,
  customizationId: number,
  isRequired: boolean,
): Promise<ProductCustomization[]> {
  const { rowCount } = await ctx.db
    .update(productCustomizations)
    .set({ isRequired, updatedAt: sql`now()` })
    .where(isAssignment(ctx, productId, customizationId))
  if (!rowCount) throw new AppError('not_found', customizationMessages.notAssigned)
  return listAssigned(ctx, productId)
}

/** Removes a customization from a product. @throws AppError not_found */
export async function unassignCustomization(ctx: StaffContext, productId: number, customizationId: number) {
  const { rowCount } = await ctx.db
    .delete(productCustomizations)
    .where(isAssignment(ctx, productId, customizationId))
  if (!rowCount) throw new AppError('not_found', customizationMessages.notAssigned)
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
