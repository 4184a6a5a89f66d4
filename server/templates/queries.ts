import { firstOf } from '@trunkshow/contract/errors.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { templateMessages } from '@trunkshow/contract/templates/messages.ts'
import { type TemplateDetail, template } from '@trunkshow/contract/templates/schema.ts'
import type { whichTemplates } from '@trunkshow/contract/templates/screens.ts'
import { and, asc, eq, ilike, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { StaffContext } from '../context.ts'
import {
  orderFormTemplates,
  orderTemplateProducts,
  orderTemplateVersions,
  products,
} from '../platform/db/schema/products.ts'
import { columnsOf, escapeLike, own, selection, toConstantSql } from '../platform/db/statement.ts'
import { listRows, type Page, sortedBy } from '../platform/http/paging.ts'
import { productRow, productView } from '../products/product-records.ts'

/** The columns of a template in the API, with the fields of its newest version. */
const templateRow = {
  ...columnsOf(orderFormTemplates, template),
  fields: orderTemplateVersions.fields,
  productIds: sql<number[]>`ARRAY(
    SELECT p.product_id FROM order_template_products AS p
    WHERE p.template_id = ${orderFormTemplates.id} ORDER BY p.product_id)`,
  archived: sql<boolean>`${orderFormTemplates.archivedAt} IS NOT NULL`,
  // max() reads one index entry; EXISTS may scan all orders when most belong to other templates.
  inUse: sql<boolean>`(
    SELECT max(o.template_version) FROM orders AS o WHERE o.template_id = ${orderFormTemplates.id}) IS NOT NULL OR (
    SELECT max(l.template_version) FROM order_products AS l WHERE l.template_id = ${orderFormTemplates.id}) IS NOT NULL`,
}

const newestVersion = and(
  eq(orderTemplateVersions.templateId, orderFormTemplates.id),
  eq(orderTemplateVersions.version, orderFormTemplates.version),
)

export const ownTemplate = (ctx: StaffContext, id: number): SQL => own(ctx, orderFormTemplates, { id })

type TemplateFilter = z.output<typeof whichTemplates>

const columns = selection({ ...templateRow, sortName: orderFormTemplates.sortName })
const from = toConstantSql(sql`${orderFormTemplates} JOIN ${orderTemplateVersions} ON ${newestVersion}`)
const byName = sortedBy({ sortName: orderFormTemplates.sortName, id: orderFormTemplates.id }, 'rising')

/** Lists the company's active or archived templates by name. */
export async function listTemplates(ctx: StaffContext, page: Page, { q, archived = false }: TemplateFilter) {
  const { archivedAt, companyId, templateName } = orderFormTemplates
  const scope = and(
    eq(companyId, ctx.actor.companyId),
    archived ? isNotNull(archivedAt) : isNull(archivedAt),
    q ? ilike(templateName, `%${escapeLike(q)}%`) : undefined,
  )
  return listRows(ctx, page, { columns, from, scope, order: byName })
}

/** Returns one template, with the ids of fields that orders use. @throws AppError not_found */
export async function getTemplate(ctx: StaffContext, id: number): Promise<TemplateDetail> {
  const rows = await ctx.db
    .select(templateRow)
    .from(orderFormTemplates)
    .innerJoin(orderTemplateVersions, newestVersion)
    .where(ownTemplate(ctx, id))
  const found = firstOf(rows, templateMessages.notFound)
  return { ...found, fieldsInUse: found.inUse ? await listFieldsInUse(ctx, id) : [] }
}

/** Returns the ids of visible fields in template versions that orders use. */
async function listFieldsInUse(ctx: StaffContext, templateId: number): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    SELECT DISTINCT field ->> 'id' AS id
    FROM order_template_versions AS v, jsonb_array_elements(v.fields) AS field
    WHERE v.template_id = ${templateId} AND v.company_id = ${ctx.actor.companyId}
      AND field ->> 'archived' = 'false'
      AND v.version IN (
        (SELECT min(o.template_version) FROM orders AS o
          WHERE o.template_id = v.template_id AND o.template_version >= v.version),
        (SELECT min(l.template_version) FROM order_products AS l
          WHERE l.template_id = v.template_id AND l.template_version >= v.version))
    ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** Lists a template's products by name; none means it allows all. @throws AppError not_found */
export async function listTemplateProducts(ctx: StaffContext, templateId: number): Promise<Product[]> {
  const { id } = orderFormTemplates
  const found = await ctx.db.select({ id }).from(orderFormTemplates).where(ownTemplate(ctx, templateId))
  firstOf(found, templateMessages.notFound)
  const rows = await ctx.db
    .select(productRow)
    .from(orderTemplateProducts)
    .innerJoin(products, eq(products.id, orderTemplateProducts.productId))
    .where(own(ctx, orderTemplateProducts, { templateId }))
    .orderBy(asc(products.sortName), asc(products.id))
  return rows.map(productView)
}
