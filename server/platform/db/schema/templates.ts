import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { id, sortName, timestamps } from './columns.ts'
import { companyId } from './company.ts'
import { products } from './products.ts'

/** Order forms. Their fields are in `order_template_versions`. */
export const orderFormTemplates = pgTable(
  'order_form_templates',
  {
    id: id(),
    companyId: companyId(),
    userId: integer('user_id'),
    templateName: text('template_name').notNull(),
    itemType: text('item_type').notNull().default(''),
    /** The newest version. */
    version: integer('version').notNull().default(1),
    archivedAt: timestamp('archived_at', { withTimezone: true }),
    sortName: sortName('template_name'),
    ...timestamps(),
  },
  (table) => [index('order_form_templates_company').on(table.companyId, table.sortName, table.id)],
)

/** An immutable version of a template's name and fields: orders keep the version they were taken with. */
export const orderTemplateVersions = pgTable(
  'order_template_versions',
  {
    companyId: integer('company_id').notNull(),
    templateId: integer('template_id')
      .notNull()
      .references(() => orderFormTemplates.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    templateName: text('template_name').notNull(),
    itemType: text('item_type').notNull(),
    fields: jsonb('fields').notNull().$type<TemplateField[]>(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.version] })],
)

/** Products a template is limited to; one without any applies to all. */
export const orderTemplateProducts = pgTable(
  'order_template_products',
  {
    companyId: integer('company_id').notNull(),
    templateId: integer('template_id')
      .notNull()
      .references(() => orderFormTemplates.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.templateId, table.productId] }),
    index('order_template_products_of').on(table.productId),
  ],
)
