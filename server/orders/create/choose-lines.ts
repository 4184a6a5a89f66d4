import { fieldError } from '@trunkshow/contract/errors.ts'
import { MAX_CENTS } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { ownProduct } from '@trunkshow/contract/orders/rules.ts'
import type { OrderedLine } from '@trunkshow/contract/orders/schema.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { asc, eq } from 'drizzle-orm'
import type { StaffContext, TenantContext } from '../../context.ts'
import { orderLines } from '../../platform/db/schema/orders.ts'
import {
  customizationOptions,
  customizations,
  orderTemplateProducts,
  productCustomizations,
  products,
} from '../../platform/db/schema/products.ts'
import { own, rowsOf } from '../../platform/db/statement.ts'
import type { StoredOrder } from '../change/record-order.ts'
import { priceOf } from '../queries.ts'
import { chooseForm, type OrderForm, readAnswers } from './choose-parts.ts'

/** A line as it is stored with an order: with its name and prices at the time. */
export type ChosenLine = Omit<typeof orderLines.$inferSelect, 'id' | 'companyId' | 'orderId' | 'createdAt'>
/** With the fields of its own form. */
export type FormedLine = ChosenLine & { fields: readonly TemplateField[] }

type OrderedProduct = Extract<OrderedLine, { productId: number }>
const isProduct = (line: OrderedLine): line is OrderedProduct => line.productId !== null

/** A line without customizations and a form of its own. */
export const plainLine = {
  sku: '',
  quantity: 1,
  taxable: true,
  options: [],
  templateId: null,
  templateVersion: null,
  formData: {},
}

/**
 * Returns an order's lines, at current prices but for products it has already, which keep theirs (docs/product.md,
 * Taking an order, Changing an order). Locks the products and forms until the order is stored.
 *
 * @param templateId the order's form, which is that of the first line
 * @param before the lines of a stored order
 * @throws AppError conflict for a product that isn't the company's, is archived, or isn't in its line's template, and for
 *   an option that isn't offered for it; invalid for a required customization without an option, and for wrong answers
 */
export async function chooseLines(
  ctx: StaffContext,
  templateId: number,
  given: readonly OrderedLine[],
  before: readonly FormedLine[] = [],
): Promise<FormedLine[]> {
  const keptOf = ({ productId }: OrderedLine, at: number) => ownProduct(before, productId, at)
  const ordered = given.filter(isProduct)
  const added = given
    .filter((line, at) => isProduct(line) && !keptOf(line, at))
    .map(({ productId }) => productId!)
  const current = await readProducts(ctx, added)
  const offered = await readCustomizations(
    ctx,
    ordered.map(({ productId }) => productId),
  )
  const lines: FormedLine[] = []
  for (const [at, line] of given.entries()) {
    if (!isProduct(line)) {
      const { amount: unitPriceCents, ...named } = line
      lines.push({ ...plainLine, ...named, unitPriceCents, fields: [] })
      continue
    }
    const { productId, quantity } = line
    const kept = keptOf(line, at)
    const { name, sku, unitPriceCents, taxable } = kept ?? current.get(productId)!
    const options = chooseOptions(
      line,
      kept,
      offered.filter((each) => each.productId === productId),
      at,
    )
    const form = at === 0 ? ownForm(plainLine) : await chooseOwnForm(ctx, line, kept, at)
    if (!kept) await assertInTemplate(ctx, at === 0 ? templateId : form.templateId, productId)
    lines.push({ productId, name, sku, unitPriceCents, taxable, quantity, options, ...form })
  }
  return lines
}

/** @throws AppError conflict for a product that isn't the company's or is archived */
async function readProducts(ctx: StaffContext, ids: number[]) {
  const { id, name, sku, basePriceCents: unitPriceCents, taxable, isActive } = products
  const found = await rowsOf(ctx, products, { id: ids }, { id, name, sku, unitPriceCents, taxable, isActive })
    .orderBy(asc(id))
    .for('key share')
  for (const wanted of ids) {
    const product = found.find((each) => each.id === wanted)
    if (!product) throw refusal(orderMessages.productGone)
    if (!product.isActive) throw refusal(orderMessages.productArchived)
  }
  return new Map(found.map(({ id, ...product }) => [id, product]))
}

/** The options that are offered for these products. */
function readCustomizations({ db, actor }: TenantContext, productIds: number[]) {
  return db
    .select({
      productId: productCustomizations.productId,
      isRequired: productCustomizations.isRequired,
      customizationId: customizations.id,
      name: customizations.name,
      optionId: customizationOptions.id,
      option: customizationOptions.name,
      cents: customizationOptions.priceCents,
    })
    .from(productCustomizations)
    .innerJoin(customizations, eq(customizations.id, productCustomizations.customizationId))
    .innerJoin(customizationOptions, eq(customizationOptions.customizationId, customizations.id))
    .where(own({ actor }, productCustomizations, { productId: productIds }))
    .orderBy(asc(productCustomizations.displayOrder), asc(customizationOptions.id))
}
type Offered = Awaited<ReturnType<typeof readCustomizations>>[number]

/** The options of a line, which keep the price they were chosen at. */
function chooseOptions(
  { options: given }: OrderedProduct,
  kept: FormedLine | undefined,
  offered: readonly Offered[],
  at: number,
): ChosenLine['options'] {
  if (given === undefined && kept) return kept.options
  const chosen = (given ?? []).map(({ customizationId, optionId }) => {
    const stored = kept?.options.find((each) => each.optionId === optionId)
    if (stored) return stored
    const found = offered.find(
      (each) => each.optionId === optionId && each.customizationId === customizationId,
    )
    if (!found) throw fieldError('conflict', `products.${at}.options`, orderMessages.optionGone)
    const { name, option, cents } = found
    return { customizationId, optionId, name, option, cents: cents ?? 0 }
  })
  const ids = chosen.map(({ customizationId }) => customizationId)
  if (new Set(ids).size < ids.length)
    throw fieldError('invalid', `products.${at}.options`, orderMessages.optionGone)
  const missing = offered.find(
    ({ isRequired, customizationId }) => isRequired && !ids.includes(customizationId),
  )
  if (missing)
    throw fieldError('invalid', `products.${at}.options`, orderMessages.optionRequired(missing.name))
  return chosen
}

const ownForm = ({
  templateId,
  templateVersion,
  formData,
}: Pick<ChosenLine, 'templateId' | 'templateVersion' | 'formData'>) => ({
  templateId,
  templateVersion,
  formData,
  fields: [] as readonly TemplateField[],
})

/** The form of a line other than the first. Files belong to the order, so its attachment fields ask for none. */
async function chooseOwnForm(
  ctx: StaffContext,
  line: OrderedProduct,
  kept: FormedLine | undefined,
  at: number,
) {
  const templateId = line.templateId === undefined ? kept?.templateId : line.templateId
  if (!templateId) return ownForm(plainLine)
  const stored = kept?.templateId === templateId ? kept : undefined
  const templateVersion = line.templateVersion ?? stored?.templateVersion ?? undefined
  const form = await chooseForm(ctx, { templateId, templateVersion })
  const given = line.formData ?? stored?.formData ?? {}
  const fields = form.fields.filter(({ type }) => type !== 'attachment')
  const formData = readAnswers({ ...form, fields }, given, [], `products.${at}.formData`)
  return { templateId, templateVersion: form.version, formData, fields }
}

/** A template without products allows all of them. */
async function assertInTemplate(ctx: StaffContext, templateId: number | null, productId: number) {
  if (templateId === null) return
  const allowed = await ctx.db
    .select({ id: orderTemplateProducts.productId })
    .from(orderTemplateProducts)
    .where(own(ctx, orderTemplateProducts, { templateId }))
  if (allowed.length > 0 && !allowed.some(({ id }) => id === productId))
    throw refusal(orderMessages.productNotOfTemplate)
}

/** Returns an order's total and its tax, in cents, from what is stored with it. @throws AppError invalid from $10,000,000 on */
export function makeTotal(
  order: Pick<StoredOrder, 'formData' | 'discountCode' | 'discountPercent' | 'taxRate'>,
  form: OrderForm,
  lines: readonly FormedLine[],
): Pick<StoredOrder, 'totalCents' | 'taxCents'> {
  const { totalCents, taxCents } = priceOf(order, form, lines)
  if (totalCents > MAX_CENTS) throw fieldError('invalid', 'total', orderMessages.totalTooLarge)
  return { totalCents, taxCents }
}

/** Stores the lines of an order, in their order. */
export async function insertLines(
  { db, actor: { companyId } }: StaffContext,
  orderId: number,
  lines: readonly FormedLine[],
) {
  await db.insert(orderLines).values(lines.map(({ fields: _, ...line }) => ({ ...line, companyId, orderId })))
}

/** The names of lines, as an order's list row and search have them. */
export const namesOf = (lines: readonly Pick<ChosenLine, 'name'>[]) =>
  lines.map(({ name }) => name).join(', ')

const refusal = (message: string) => fieldError('conflict', 'products', message)
