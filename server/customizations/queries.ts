import { customizationMessages } from '@trunkshow/contract/customizations/messages.ts'
import type {
  Customization,
  CustomizationOption,
  ProductCustomization,
} from '@trunkshow/contract/customizations/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { and, asc, eq, ilike, type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { own } from '../platform/db/rows.ts'
import {
  customizationOptions,
  customizations,
  productCustomizations,
} from '../platform/db/schema/products.ts'
import { escapeLike } from '../platform/db/search.ts'
import { timestampsOf } from '../platform/db/statement.ts'
import { countRows, type Page, pageOf } from '../platform/http/paging.ts'
import { getProduct } from '../products/queries.ts'

/** The columns of a customization in the API. The table name is spelled out because Drizzle omits it in subqueries. */
const customizationRow = {
  id: customizations.id,
  name: customizations.name,
  description: customizations.description,
  options: sql<number>`(
    SELECT count(*)::int FROM customization_options AS o WHERE o.customization_id = customizations.id)`,
  version: customizations.version,
  userId: customizations.userId,
  ...timestampsOf(customizations),
}

const optionRow = {
  id: customizationOptions.id,
  customizationId: customizationOptions.customizationId,
  name: customizationOptions.name,
  priceCents: customizationOptions.priceCents,
  photoUrl: customizationOptions.photoUrl,
  version: customizationOptions.version,
}

export const ownCustomization = (ctx: StaffContext, id: number): SQL => own(ctx, customizations, { id })

export const ownOption = (ctx: StaffContext, id: number): SQL => own(ctx, customizationOptions, { id })

/** Lists the company's customizations by name. */
export async function listCustomizations(ctx: StaffContext, page: Page, { q }: { q?: string }) {
  const which = and(
    eq(customizations.companyId, ctx.actor.companyId),
    q ? ilike(customizations.name, `%${escapeLike(q)}%`) : undefined,
  )
  const order = [customizations.sortName, customizations.id] as const
  const rows = await ctx.db
    .select({ ...customizationRow, sortName: customizations.sortName })
    .from(customizations)
    .where(and(which, page.after(order)))
    .orderBy(...order.map((column) => asc(column)))
    .limit(page.limit + 1)
  return {
    ...pageOf(
      rows,
      page,
      (last) => [last.sortName, last.id],
      ({ sortName: _, ...customization }): Customization => customization,
    ),
    total: await countRows(ctx, sql`FROM ${customizations} WHERE ${which}`),
  }
}

/** Returns one customization. @throws AppError not_found */
export async function getCustomization(ctx: StaffContext, id: number): Promise<Customization> {
  const [found] = await ctx.db.select(customizationRow).from(customizations).where(ownCustomization(ctx, id))
  if (!found) throw new AppError('not_found', customizationMessages.notFound)
  return found
}

function optionView({
  priceCents,
  ...option
}: Omit<CustomizationOption, 'price' | 'photo'> & { priceCents: number | null }): CustomizationOption {
  return { ...option, photo: option.photoUrl, price: priceCents === null ? null : centsToDecimal(priceCents) }
}

/** Lists the options of a customization, oldest first. @throws AppError not_found */
export async function listOptions(ctx: StaffContext, customizationId: number) {
  await getCustomization(ctx, customizationId)
  const rows = await ctx.db
    .select(optionRow)
    .from(customizationOptions)
    .where(own(ctx, customizationOptions, { customizationId }))
    .orderBy(asc(customizationOptions.id))
    .limit(500)
  return rows.map(optionView)
}

/** Returns one option. @throws AppError not_found */
export async function getOption(ctx: StaffContext, id: number): Promise<CustomizationOption> {
  const [found] = await ctx.db.select(optionRow).from(customizationOptions).where(ownOption(ctx, id))
  if (!found) throw new AppError('not_found', customizationMessages.optionNotFound)
  return optionView(found)
}

/** Lists a product's customizations in display order. @throws AppError not_found */
export async function listAssigned(ctx: StaffContext, productId: number): Promise<ProductCustomization[]> {
  await getProduct(ctx, productId)
  return ctx.db
    .select({
      id: productCustomizations.id,
      productId: productCustomizations.productId,
      customizationId: productCustomizations.customizationId,
      isRequired: productCustomizations.isRequired,
      displayOrder: productCustomizations.displayOrder,
      customization: customizationRow,
    })
    .from(productCustomizations)
    .innerJoin(customizations, eq(customizations.id, productCustomizations.customizationId))
    .where(own(ctx, productCustomizations, { productId }))
    .orderBy(asc(productCustomizations.displayOrder), asc(productCustomizations.id))
}
