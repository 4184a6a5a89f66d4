import { productStatuses, weightUnits } from '@trunkshow/contract/products/schema.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { idOf, moment, part, sortName, words } from './columns.ts'
import { record } from './company.ts'

/** Whether Shopify has a newer picture than the imported one, and no photo of our own replaces it. */
export const awaitsPicture = sql`shopify_picture is not null
  and shopify_picture is distinct from shopify_picture_taken
  and (photo_url is null or photo_url = shopify_photo_url)`

/** A company's catalog. Prices are in cents (docs/product.md, Money). */
export const products = pgTable(
  'products',
  {
    ...record(),
    userId: integer('user_id'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    sku: text('sku').notNull().default(''),
    category: text('category').notNull().default(''),
    photoUrl: text('photo_url'),
    basePriceCents: integer('base_price_cents').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** The product in Shopify and its data there: null and the defaults when it is not in Shopify. */
    shopifyProductId: text('shopify_product_id'),
    shopifyVariantId: text('shopify_variant_id'),
    shopifyHandle: text('shopify_handle'),
    /** When Shopify last changed it, to the second: older data is ignored. */
    shopifyUpdatedAt: moment('shopify_updated_at'),
    /** A hash of the imported data, since Shopify may change it twice within a second. */
    shopifySeen: text('shopify_seen'),
    /** The address of its first picture in Shopify, and of the last one imported; null for none. */
    shopifyPicture: text('shopify_picture'),
    shopifyPictureTaken: text('shopify_picture_taken'),
    /** The photo imported from Shopify: any other photo is the company's own. */
    shopifyPhotoUrl: text('shopify_photo_url'),
    vendor: text('vendor').notNull().default(''),
    productType: text('product_type').notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    status: text('status', { enum: productStatuses }).notNull().default('active'),
    inventoryQuantity: integer('inventory_quantity').notNull().default(0),
    weight: doublePrecision('weight'),
    weightUnit: text('weight_unit', { enum: weightUnits }).notNull().default('kg'),
    requiresShipping: boolean('requires_shipping').notNull().default(true),
    taxable: boolean('taxable').notNull().default(true),
    /** Increases with every edit (decision 019). */
    version: integer('version').notNull().default(1),
    words: words(`name || ' ' || sku || ' ' || category || ' ' || description`),
    sortName: sortName('name'),
  },
  (table) => [
    // The last column lets active products be counted in the index alone.
    index('products_by_name').on(table.companyId, table.sortName, table.id, table.isActive),
    index('products_by_price').on(table.companyId, table.basePriceCents, table.id),
    index('products_newest').on(table.companyId, table.id),
    index('products_sku').on(table.companyId, sql`lower(${table.sku})`),
    uniqueIndex('products_shopify')
      .on(table.companyId, table.shopifyProductId)
      .where(sql`shopify_product_id is not null`),
    index('products_pictures').on(table.companyId, table.id).where(awaitsPicture),
    index('products_words').using('gin', table.words),
    check('products_price', sql`base_price_cents >= 0`),
  ],
)

/** Sets of options that products may share. */
export const customizations = pgTable(
  'customizations',
  {
    ...record(),
    userId: integer('user_id'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    sortName: sortName('name'),
    version: integer('version').notNull().default(1),
  },
  (table) => [index('customizations_company').on(table.companyId, table.sortName, table.id)],
)

export const customizationOptions = pgTable(
  'customization_options',
  {
    ...part(),
    customizationId: idOf('customization_id', () => customizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    priceCents: integer('price_cents'),
    photoUrl: text('photo_url'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('customization_options_of').on(table.customizationId),
    check('customization_options_price', sql`price_cents >= 0`),
  ],
)

export const productCustomizations = pgTable(
  'product_customizations',
  {
    ...part(),
    productId: idOf('product_id', () => products.id, { onDelete: 'cascade' }),
    customizationId: idOf('customization_id', () => customizations.id, { onDelete: 'cascade' }),
    isRequired: boolean('is_required').notNull().default(false),
    displayOrder: integer('display_order').notNull(),
  },
  (table) => [
    uniqueIndex('product_customizations_key').on(table.productId, table.customizationId),
    index('product_customizations_of').on(table.customizationId),
  ],
)

/** Order forms. Their fields are in `order_template_versions`. */
export const orderFormTemplates = pgTable(
  'order_form_templates',
  {
    ...record(),
    userId: integer('user_id'),
    templateName: text('template_name').notNull(),
    itemType: text('item_type').notNull().default(''),
    /** The newest version. */
    version: integer('version').notNull().default(1),
    archivedAt: moment('archived_at'),
    sortName: sortName('template_name'),
  },
  (table) => [index('order_form_templates_company').on(table.companyId, table.sortName, table.id)],
)

/** An immutable version of a template's name and fields: orders keep the version they were taken with. */
export const orderTemplateVersions = pgTable(
  'order_template_versions',
  {
    companyId: integer('company_id').notNull(),
    templateId: idOf('template_id', () => orderFormTemplates.id, { onDelete: 'cascade' }),
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
    templateId: idOf('template_id', () => orderFormTemplates.id, { onDelete: 'cascade' }),
    productId: idOf('product_id', () => products.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.templateId, table.productId] }),
    index('order_template_products_of').on(table.productId),
  ],
)
