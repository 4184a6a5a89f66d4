import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, sortName, timestamps } from './columns.ts'
import { companyId } from './company.ts'
import { products } from './products.ts'

/** Sets of options that products may share. */
export const customizations = pgTable(
  'customizations',
  {
    id: id(),
    companyId: companyId(),
    userId: integer('user_id'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    sortName: sortName('name'),
    ...timestamps(),
  },
  (table) => [index('customizations_company').on(table.companyId, table.sortName, table.id)],
)

export const customizationOptions = pgTable(
  'customization_options',
  {
    id: id(),
    companyId: integer('company_id').notNull(),
    customizationId: integer('customization_id')
      .notNull()
      .references(() => customizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    priceCents: integer('price_cents'),
    photoUrl: text('photo_url'),
    ...timestamps(),
  },
  (table) => [
    index('customization_options_of').on(table.customizationId),
    check('customization_options_price', sql`price_cents >= 0`),
  ],
)

export const productCustomizations = pgTable(
  'product_customizations',
  {
    id: id(),
    companyId: integer('company_id').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    customizationId: integer('customization_id')
      .notNull()
      .references(() => customizations.id, { onDelete: 'cascade' }),
    isRequired: boolean('is_required').notNull().default(false),
    displayOrder: integer('display_order').notNull(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('product_customizations_key').on(table.productId, table.customizationId),
    index('product_customizations_of').on(table.customizationId),
  ],
)
