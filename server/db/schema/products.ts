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

/** Whether the store has another picture than was taken over last, and no photo of our own is in its place. */
export const awaitsPicture = sql`shopify_picture is not null
  and shopify_picture is distinct from shopify_picture_taken
  and (photo_url is null or photo_url = shopify_photo_url)`

/** A company's catalogue. Prices are in cents (docs/product.md, Money). */
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
    /** The same product at Shopify, and what the store says of it: null and the defaults where it is not there. */
    shopifyProductId: text('shopify_product_id'),
    shopifyVariantId: text('shopify_variant_id'),
    shopifyHandle: text('shopify_handle'),
    /** When the store last changed it, to the second: what is older than this is not news. */
    shopifyUpdatedAt: timestamp('shopify_updated_at', { withTimezone: true }),
    /** A hash of what was taken over last: within a second the store may have changed it twice. */
    shopifySeen: text('shopify_seen'),
    /** Where its first picture is at the store, and where the one was that was last taken over, or was none. */
    shopifyPicture: text('shopify_picture'),
    shopifyPictureTaken: text('shopify_picture_taken'),
    /** What the photo was called as it came from the store: any other is the company's own. */
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
    words: words(`name || ' ' || sku || ' ' || category || ' ' || description`),
    sortName: sortName('name'),
    ...timestamps(),
  },
  (table) => [
    // Its last column counts the active ones without a look at the table.
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
