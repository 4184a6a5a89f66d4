import { productStatuses, weightUnits } from '@trunkshow/contract/products/schema.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id, sortName, timestamps, words } from './columns.ts'
import { companyId } from './company.ts'

/** Whether Shopify has a newer picture than the imported one, and no photo of our own replaces it. */
export const awaitsPicture = sql`shopify_picture is not null
  and shopify_picture is distinct from shopify_picture_taken
  and (photo_url is null or photo_url = shopify_photo_url)`

/** A company's catalog. Prices are in cents (docs/product.md, Money). */
export const products = pgTable(
  'products',
  {
    id: id(),
    companyId: companyId(),
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
    shopifyUpdatedAt: timestamp('shopify_updated_at', { withTimezone: true }),
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
    ...timestamps(),
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
