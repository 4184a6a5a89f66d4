import { customizationMessages } from '@trunkshow/contract/customizations/messages.ts'
import {
  type AssignInput,
  type CustomizationChange,
  type CustomizationInput,
  type CustomizationOption,
  customization,
  customizationOption,
  type OptionChange,
  type OptionInput,
  type ProductCustomization,
} from '@trunkshow/contract/customizations/schema.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { photoImage } from '@trunkshow/contract/images.ts'
import { parseCents } from '@trunkshow/contract/money.ts'
import { sql } from 'drizzle-orm'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import type { LoggedChange } from '../platform/db/schema/activity.ts'
import {
  customizationOptions,
  customizations,
  productCustomizations,
} from '../platform/db/schema/products.ts'
import { changeRows, nextVersion, own, refusing } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertNoPhotoLink, makePictures, storePictures } from '../platform/files/pictures.ts'
import type { Upload } from '../platform/http/uploads.ts'
import { lockProduct } from '../products/product-records.ts'
import {
  customizationRow,
  getCustomization,
  getOption,
  listAssigned,
  optionRow,
  optionView,
  ownCustomization,
  ownOption,
} from './queries.ts'

/** Adds a customization without options. */
export async function createCustomization(ctx: StaffContext, input: CustomizationInput) {
  const { companyId, userId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    const [created] = await ctx.db
      .insert(customizations)
      .values({ name: input.name, description: input.description ?? '', companyId, userId })
      .returning(customizationRow)
    await record(ctx, 'customization.created', created!)
    return created!
  })
}

/** Changes the given fields of a customization. @throws AppError not_found; changed, with the stored one and who changed it */
export async function updateCustomization(ctx: StaffContext, id: number, change: CustomizationChange) {
  return inTransaction(ctx, async (ctx) => {
    const which = ownCustomization(ctx, id)
    const found = await ctx.db.select(customizationRow).from(customizations).where(which).for('update')
    const before = firstOf(found, customizationMessages.notFound)
    const changes = await changesOfEdit(ctx, 'customization', {
      current: before,
      view: customization,
      seen: change.version,
      stored: { name: before.name, description: before.description },
      given: { name: change.name, description: change.description ?? undefined },
    })
    if (Object.keys(changes).length === 0) return before
    const [after] = await changeRows(ctx, customizations, which, { ...changes, ...nextVersion }).returning(
      customizationRow,
    )
    await record(
      ctx,
      'customization.changed',
      after!,
      changesBetween(before, after!, ['name', 'description']),
    )
    return after!
  })
}

/** Deletes a customization with its options and removes it from all products. @throws AppError not_found */
export async function deleteCustomization(ctx: StaffContext, id: number): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const deleted = await ctx.db
      .delete(customizations)
      .where(ownCustomization(ctx, id))
      .returning({ id: customizations.id, name: customizations.name })
    await record(ctx, 'customization.deleted', firstOf(deleted, customizationMessages.notFound))
  })
}

/** Logs an option under its name and its customization's. */
async function recordOption(
  ctx: StaffContext,
  activity: 'option.created' | 'option.changed' | 'option.deleted',
  { id, name, customizationId, version }: CustomizationOption,
  changes?: LoggedChange[],
) {
  const { name: customization } = await getCustomization(ctx, customizationId)
  await record(ctx, activity, { id, name: `${customization}: ${name}`, version }, changes)
}

const { notFound, alreadyAssigned } = customizationMessages
/** Refuses what another request made impossible, by deleting the customization or by assigning it first. */
const refuseMeanwhile = refusing({
  customization_options_customization_id_customizations_id_fk: ['not_found', notFound],
  product_customizations_customization_id_customizations_id_fk: ['not_found', notFound],
  product_customizations_key: ['conflict', alreadyAssigned],
})

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
      .returning(optionRow)
    await storePictures(ctx, ctx.actor.companyId, pictures)
    const option = optionView(created!)
    await recordOption(ctx, 'option.created', option)
    return option
  }).catch(refuseMeanwhile)
}

/**
 * Changes the given fields of an option.
 *
 * @throws AppError not_found; changed, with the stored option and who changed it; invalid if the upload isn't a picture or
 *   the photo is a new link
 */
export async function updateOption(ctx: StaffContext, id: number, input: OptionChange, uploads: Uploads) {
  assertNoPhotoLink(input, (await getOption(ctx, id)).photoUrl)
  const pictures = await makePictures(ctx, uploads, photoImage)
  return inTransaction(ctx, async (ctx) => {
    const which = ownOption(ctx, id)
    const found = await ctx.db.select(optionRow).from(customizationOptions).where(which).for('update')
    const before = optionView(firstOf(found, customizationMessages.optionNotFound))
    const photo = { ...(input.removePhoto && { photoUrl: null }), ...pictures.urls }
    const storesPhoto = 'photoUrl' in photo && photo.photoUrl !== before.photoUrl
    const { price: priceCents, ...changes } = await changesOfEdit(ctx, 'option', {
      current: before,
      view: customizationOption,
      seen: input.version,
      stored: { name: before.name, price: before.price === null ? null : parseCents(before.price) },
      given: { name: input.name, price: input.price },
      storesMore: storesPhoto,
      words: { price: before.price ?? '' },
    })
    const columns = { ...changes, ...(priceCents !== undefined && { priceCents }), ...(storesPhoto && photo) }
    if (Object.keys(columns).length === 0) return before
    const [row] = await changeRows(ctx, customizationOptions, which, {
      ...columns,
      ...nextVersion,
    }).returning(optionRow)
    await storePictures(ctx, ctx.actor.companyId, pictures)
    const after = optionView(row!)
    const logged = changesBetween(before, after, ['name', 'price', 'photoUrl'])
    await recordOption(ctx, 'option.changed', after, logged)
    return after
  })
}

/** Deletes an option. @throws AppError not_found */
export async function deleteOption(ctx: StaffContext, id: number): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const deleted = await ctx.db.delete(customizationOptions).where(ownOption(ctx, id)).returning(optionRow)
    const option = optionView(firstOf(deleted, customizationMessages.optionNotFound))
    await recordOption(ctx, 'option.deleted', option)
  })
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
  }).catch(refuseMeanwhile)
}

/** Sets whether customers must choose an option. @throws AppError not_found */
export async function setRequired(
  ctx: StaffContext,
  productId: number,
  customizationId: number,
  isRequired: boolean,
): Promise<ProductCustomization[]> {
  const which = own(ctx, productCustomizations, { productId, customizationId })
  const changed = await changeRows(ctx, productCustomizations, which, { isRequired }).returning()
  firstOf(changed, customizationMessages.notAssigned)
  return listAssigned(ctx, productId)
}

/** Removes a customization from a product. @throws AppError not_found */
export async function unassignCustomization(ctx: StaffContext, productId: number, customizationId: number) {
  const removed = await ctx.db
    .delete(productCustomizations)
    .where(own(ctx, productCustomizations, { productId, customizationId }))
    .returning()
  firstOf(removed, customizationMessages.notAssigned)
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
) {
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
