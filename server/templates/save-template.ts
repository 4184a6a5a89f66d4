import { assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { templateMessages as text } from '@trunkshow/contract/templates/messages.ts'
import { refuseFields, templateCan } from '@trunkshow/contract/templates/rules.ts'
import {
  type TemplateChange,
  type TemplateDetail,
  type TemplateField,
  type TemplateInput,
  templateDetail,
} from '@trunkshow/contract/templates/schema.ts'
import { sql } from 'drizzle-orm'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import {
  orderFormTemplates,
  orderTemplateProducts,
  orderTemplateVersions,
  products,
} from '../platform/db/schema/products.ts'
import { changeRows, own, refusing, rowsOf } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { getTemplate, listTemplateProducts, ownTemplate } from './queries.ts'

/** Replaces the template's products, locking them until the transaction ends. */
async function setProducts(ctx: StaffContext, templateId: number, productIds: readonly number[]) {
  const { companyId } = ctx.actor
  const ids = [...new Set(productIds)]
  const ownProducts = await rowsOf(ctx, products, { id: ids }, { productId: products.id }).for('key share')
  if (ownProducts.length < ids.length) throw fieldError('invalid', 'productIds', text.productsInvalid)
  await ctx.db.delete(orderTemplateProducts).where(own(ctx, orderTemplateProducts, { templateId }))
  if (ownProducts.length === 0) return
  await ctx.db
    .insert(orderTemplateProducts)
    .values(ownProducts.map((row) => ({ ...row, templateId, companyId })))
}

/** A template as the activity log names it. */
const logged = ({ id, templateName, version }: TemplateDetail) => ({ id, name: templateName, version })

/** Adds a template with its first version. @throws AppError invalid for products of another company */
export async function createTemplate(ctx: StaffContext, input: TemplateInput): Promise<TemplateDetail> {
  return inTransaction(ctx, async (ctx) => {
    const { companyId, userId } = ctx.actor
    const { templateName, fields, productIds } = input
    const itemType = input.itemType ?? ''
    const [created] = await ctx.db
      .insert(orderFormTemplates)
      .values({ companyId, userId, templateName, itemType })
      .returning({ id: orderFormTemplates.id, version: orderFormTemplates.version })
    const { id, version } = created!
    const first = { companyId, templateId: id, version, templateName, itemType, fields }
    await ctx.db.insert(orderTemplateVersions).values(first)
    await setProducts(ctx, id, productIds)
    const template = await getTemplate(ctx, id)
    await record(ctx, 'template.created', logged(template))
    return template
  })
}

/** Returns a template, locked until the transaction ends. @throws AppError not_found */
async function lockTemplate(ctx: StaffContext, id: number): Promise<TemplateDetail> {
  await ctx.db.select().from(orderFormTemplates).where(ownTemplate(ctx, id)).for('update')
  return getTemplate(ctx, id)
}

const editable = templateDetail.pick({ templateName: true, itemType: true, fields: true, productIds: true })

/**
 * Changes a template; an omitted item type stays. Every change is a new version, so that existing orders keep theirs
 * (docs/product.md, Changing a form in use) and no edit overwrites another.
 *
 * @throws AppError not_found; changed, naming who changed it, if another user saved a version first; in_use if orders
 *   use it and `safeUpdate` isn't set, or a field in use would be removed or change type; invalid for products of
 *   another company
 */
export async function updateTemplate(
  ctx: StaffContext,
  id: number,
  { version: seen, safeUpdate, templateName, fields, ...input }: TemplateChange,
): Promise<TemplateDetail> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockTemplate(ctx, id)
    const form = { templateName, itemType: input.itemType ?? before.itemType, fields }
    const productIds = [...new Set(input.productIds)].sort((one, other) => one - other)
    const changes = await changesOfEdit(ctx, 'template', {
      current: before,
      view: templateDetail,
      seen,
      stored: editable.parse(before), // with its parts in the same order as the given ones
      given: { ...form, productIds },
      message: text.changed,
    })
    if (Object.keys(changes).length === 0) return before
    if (before.inUse && !safeUpdate) throw fieldError('in_use', 'safeUpdate', text.confirmSafeUpdate)
    assertAllowed(refuseFields(before, before.fields, fields), 'in_use')

    const wholeBefore = await wholeOf(ctx, before)
    const version = before.version + 1
    const { companyId } = ctx.actor
    await ctx.db.insert(orderTemplateVersions).values({ companyId, templateId: id, version, ...form })
    const newest = { templateName, itemType: form.itemType, version }
    await changeRows(ctx, orderFormTemplates, ownTemplate(ctx, id), newest)
    await setProducts(ctx, id, productIds)

    const after = await getTemplate(ctx, id)
    const labels = new Map([...before.fields, ...after.fields].map(({ id, label }) => [id, label]))
    await record(ctx, 'template.changed', logged(after), [
      ...changesBetween(wholeBefore, await wholeOf(ctx, after), ['Name', 'Item type', 'Fields', 'Products']),
      ...changesBetween(byId(before), byId(after), [...labels.keys()]).map((change) => ({
        ...change,
        field: labels.get(change.field)!,
      })),
    ])
    return after
  })
}

/** Hides a template from new orders, or restores it. @throws AppError not_found; conflict if it already is so */
export async function archiveTemplate(ctx: StaffContext, id: number, archived: boolean) {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockTemplate(ctx, id)
    assertAllowed(archived ? templateCan.archive(before) : templateCan.restore(before))
    await changeRows(ctx, orderFormTemplates, ownTemplate(ctx, id), {
      archivedAt: archived ? sql`now()` : null,
    })
    await record(ctx, archived ? 'template.archived' : 'template.restored', logged(before))
    return getTemplate(ctx, id)
  })
}

/** Deletes a template without orders, of which a foreign key has the last word. @throws AppError not_found, in_use */
export async function deleteTemplate(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const template = await lockTemplate(ctx, id)
    await ctx.db.delete(orderFormTemplates).where(ownTemplate(ctx, id))
    await record(ctx, 'template.deleted', logged(template))
  }).catch(
    refusing({
      orders_template_version: ['in_use', text.inUseNotDeleted],
      order_products_template_version: ['in_use', text.inUseNotDeleted],
    }),
  )
}

/** A template's own properties in the log, which names each field's changes by its label. */
async function wholeOf(ctx: StaffContext, { id, templateName, itemType, fields }: TemplateDetail) {
  const products = (await listTemplateProducts(ctx, id)).map(({ name }) => name)
  return {
    Name: templateName,
    'Item type': itemType,
    Fields: fields.map(({ label }) => label),
    Products: products,
  }
}

/** Describes a field in one line: `Fabric, dropdown, Silk (+$250), Linen, required`. */
const inWords = ({ label, type, options, placeholder, required, archived }: TemplateField) =>
  [label, type, ...options, placeholder, required && 'required', archived && 'hidden']
    .filter(Boolean)
    .join(', ')

const byId = ({ fields }: TemplateDetail): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.id, inWords(field)]))
