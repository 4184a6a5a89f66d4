import { customizationMessages } from '@trunkshow/contract/customizations/messages.ts'
import {
  type Customization,
  type CustomizationOption,
  customization,
  customizationOption,
  type ProductCustomization,
  productCustomization,
} from '@trunkshow/contract/customizations/schema.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { and, asc, eq, ilike, type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import {
  customizationOptions,
  customizations,
  productCustomizations,
} from '../platform/db/schema/products.ts'
import { columnsOf, escapeLike, own, rowsOf, selection } from '../platform/db/statement.ts'
import { listRows, type Page, sortedBy } from '../platform/http/paging.ts'
import { getProduct } from '../products/product-records.ts'

/** The columns of a customization in the API. The table name is spelled out because Drizzle omits it in subqueries. */
export const customizationRow = {
  ...columnsOf(customizations, customization),
  options: sql<number>`(
    SELECT count(*)::int FROM customization_options AS o WHERE o.customization_id = customizations.id)`,
}

export const optionRow = {
  ...columnsOf(customizationOptions, customizationOption),
  priceCents: customizationOptions.priceCents,
}

export const ownCustomization = (ctx: StaffContext, id: number): SQL => own(ctx, customizations, { id })

export const ownOption = (ctx: StaffContext, id: number): SQL => own(ctx, customizationOptions, { id })

const columns = selection({ ...customizationRow, sortName: customizations.sortName })
const order = sortedBy({ sortName: customizations.sortName, id: customizations.id }, 'rising')

/** Lists the company's customizations by name. */
export function listCustomizations(ctx: StaffContext, page: Page, { q }: { q?: string }) {
  const scope = and(
    eq(customizations.companyId, ctx.actor.companyId),
    q ? ilike(customizations.name, `%${escapeLike(q)}%`) : undefined,
  )
  return listRows(ctx, page, { columns, scope, order })
}

/** Returns one customization. @throws AppError not_found */
export async function getCustomization(ctx: StaffContext, id: number): Promise<Customization> {
  const found = await ctx.db.select(customizationRow).from(customizations).where(ownCustomization(ctx, id))
  return firstOf(found, customizationMessages.notFound)
}

export function optionView({
  priceCents,
  ...option
}: Omit<CustomizationOption, 'price' | 'photo'> & { priceCents: number | null }): CustomizationOption {
  return { ...option, photo: option.photoUrl, price: priceCents === null ? null : centsToDecimal(priceCents) }
}

/** Lists the options of a customization, oldest first. @throws AppError not_found */
export async function listOptions(ctx: StaffContext, customizationId: number) {
  await getCustomization(ctx, customizationId)
  const rows = await rowsOf(ctx, customizationOptions, { customizationId }, optionRow)
    .orderBy(asc(customizationOptions.id))
    .limit(500)
  return rows.map(optionView)
}

/** Returns one option. @throws AppError not_found */
export async function getOption(ctx: StaffContext, id: number): Promise<CustomizationOption> {
  const found = await ctx.db.select(optionRow).from(customizationOptions).where(ownOption(ctx, id))
  return optionView(firstOf(found, customizationMessages.optionNotFound))
}

/** Lists a product's customizations in display order. @throws AppError not_found */
export async function listAssigned(ctx: StaffContext, productId: number): Promise<ProductCustomization[]> {
  await getProduct(ctx, productId)
  return ctx.db
    .select({ ...columnsOf(productCustomizations, productCustomization), customization: customizationRow })
    .from(productCustomizations)
    .innerJoin(customizations, eq(customizations.id, productCustomizations.customizationId))
    .where(own(ctx, productCustomizations, { productId }))
    .orderBy(asc(productCustomizations.displayOrder), asc(productCustomizations.id))
}
