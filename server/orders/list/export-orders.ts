import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import { sql } from 'drizzle-orm'
import { getCompanyZone } from '../../company/queries.ts'
import type { StaffContext } from '../../context.ts'
import type { CsvColumn, CsvRow } from '../../platform/http/csv.ts'
import { type ExportedOrder, eachOrder, type OrderFilter } from './list-orders.ts'

/** Columns of the file; the date is the company's, yyyy-MM-dd. */
const columns: Record<string, (order: ExportedOrder, zone: Zone) => string | number> = {
  'Order number': (order) => order.orderNumber,
  Date: (order, zone) => wallClock(new Date(order.createdAt), zone).date,
  Customer: (order) => order.customerName,
  Email: (order) => order.customerEmail,
  Items: (order) => order.items,
  Total: (order) => order.total,
  Event: (order) => order.event?.name ?? '',
  Status: (order) => order.status,
  'Shopify order': (order) => order.shopifyOrderId ?? '',
  Street: (order) => order.customerAddress ?? '',
  'Street 2': (order) => order.customerAddress2 ?? '',
  City: (order) => order.customerCity ?? '',
  State: (order) => order.customerState ?? '',
  Zip: (order) => order.customerZip ?? '',
  Notes: (order) => order.notes,
}

type Fields = Pick<TemplateField, 'id' | 'label' | 'archived'>[]

/**
 * Reads the form of an order's version, each version once, plus fields that only other versions have, under their
 * latest labels.
 */
function readForms({ db, actor }: StaffContext) {
  const forms = new Map<string, Fields>()
  return async ({ templateId, templateVersion }: ExportedOrder): Promise<Fields> => {
    const key = `${templateId}/${templateVersion}`
    const cached = forms.get(key)
    if (cached) return cached
    const { rows } = await db.execute<Fields[number] & Record<string, unknown>>(sql`
      SELECT id, label, archived OR NOT own AS archived FROM (
        SELECT DISTINCT ON (field ->> 'id') field ->> 'id' AS id, field ->> 'label' AS label,
          coalesce((field ->> 'archived')::boolean, false) AS archived, v.version = ${templateVersion}::int AS own, place
        FROM order_template_versions AS v, jsonb_array_elements(v.fields) WITH ORDINALITY AS f (field, place)
        WHERE v.company_id = ${actor.companyId} AND v.template_id = ${templateId}
        ORDER BY field ->> 'id', v.version = ${templateVersion}::int DESC, v.version DESC
      ) AS fields ORDER BY own DESC, place, id`)
    forms.set(key, rows)
    return rows
  }
}

/** Returns answers and file names by label. Hidden fields appear only if answered. */
function answersOf({ formData, files }: ExportedOrder, fields: Fields): Map<string, string> {
  const answers = new Map<string, string>()
  for (const { id, label, archived } of fields) {
    const answer = formData[id]
    const names = files.filter(({ fieldId }) => fieldId === id).map(({ displayName }) => displayName)
    const parts = [answer === true ? 'Yes' : answer || '', ...names].filter(Boolean)
    if (archived && parts.length === 0) continue
    // Fields of one form may share a label.
    answers.set(label, [answers.get(label) ?? '', ...parts].filter(Boolean).join('; '))
  }
  return answers
}

/**
 * Exports the orders that match the filter: the fixed columns, then one for each form label in order of appearance.
 * Reads the orders twice, page by page: first for the labels, then for the rows.
 */
export async function exportOrders(ctx: StaffContext, filter: OrderFilter) {
  const formOf = readForms(ctx)
  const zone = await getCompanyZone(ctx)
  const labels = new Map<string, string>()
  for await (const order of eachOrder(ctx, filter)) {
    for (const label of answersOf(order, await formOf(order)).keys())
      if (!labels.has(label)) labels.set(label, `answer${labels.size}`)
  }
  async function* rows(): AsyncGenerator<CsvRow> {
    for await (const order of eachOrder(ctx, filter)) {
      const answers = answersOf(order, await formOf(order))
      yield Object.fromEntries([
        ...Object.entries(columns).map(([name, read]) => [name, read(order, zone)]),
        ...Array.from(labels, ([label, key]) => [key, answers.get(label) ?? '']),
      ])
    }
  }
  const answerColumns: CsvColumn[] = Array.from(labels, ([header, key]) => ({ key, header }))
  return { columns: [...Object.keys(columns), ...answerColumns], rows: rows() }
}
