import { customizationMessages } from '@trunkshow/contract/customizations/messages.ts'
import type {
  Customization,
  CustomizationInput,
  CustomizationOption,
  OptionInput,
} from '@trunkshow/contract/customizations/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { photoImage } from '@trunkshow/contract/images.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { violates } from '../platform/db/errors.ts'
import { customizationOptions, customizations } from '../platform/db/schema/products.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertNoPhotoLink, makePictures, storePictures } from '../platform/files/pictures.ts'
import type { Upload } from '../platform/http/uploads.ts'
import { getCustomization, getOption, ownCustomization, ownOption } from './queries.ts'

/** Adds a customization without options. */
export async function createCustomization(
  ctx: StaffContext,
  input: CustomizationInput,
): Promise<Customization> {
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
  const deleted = await ctx.db
    .delete(customizations)
    .where(ownCustomization(ctx, id))
    .returning({ id: customizations.id })
  if (deleted.length === 0) throw new AppError('not_found', customizationMessages.notFound)
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
  }).catch((error) => {
    // Deleted by another request.
    if (violates(error, 'customization_options_customization_id_customizations_id_fk'))
      throw new AppError('not_found', customizationMessages.notFound)
    throw error
  })
}

/** Changes an option. @throws AppError not_found; invalid if the upload isn't a picture or the photo is a new link */
export async function updateOption(
  ctx: StaffContext,
  id: number,
  input: OptionInput,
  uploads: Uploads,
): Promise<CustomizationOption> {
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
  const deleted = await ctx.db
    .delete(customizationOptions)
    .where(ownOption(ctx, id))
    .returning({ id: customizationOptions.id })
  if (deleted.length === 0) throw new AppError('not_found', customizationMessages.optionNotFound)
}
