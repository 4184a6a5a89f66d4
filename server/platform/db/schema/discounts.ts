import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id, timestamps } from './columns.ts'
import { companyId } from './company.ts'

/** Percentage discounts. `used_count` is the number of orders with the code, and a CHECK keeps it within the limit. */
export const discountCodes = pgTable(
  'discount_codes',
  {
    id: id(),
    companyId: companyId(),
    userId: integer('user_id'),
    code: text('code').notNull(),
    description: text('description').notNull().default(''),
    discountType: text('discount_type').notNull().default('percentage').$type<'percentage'>(),
    /** In percent. */
    discountValue: integer('discount_value').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    usageLimit: integer('usage_limit'),
    usedCount: integer('used_count').notNull().default(0),
    expiresAt: date('expires_at'),
    /**
     * The number of its DiscountCodeNode in Shopify (docs/shopify.md, Creating and changing things).
     */
    shopifyPriceRuleId: text('shopify_price_rule_id'),
    /** When its current version was sent to Shopify; null until it is. */
    shopifySyncedAt: timestamp('shopify_synced_at', { withTimezone: true }),
    /** Increases with every edit (decision 019). */
    version: integer('version').notNull().default(1),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('discount_codes_key').on(table.companyId, sql`lower(${table.code})`),
    index('discount_codes_newest').on(table.companyId, table.id),
    check('discount_codes_percent', sql`discount_value between 1 and 100`),
    check('discount_codes_uses', sql`used_count >= 0 and (usage_limit is null or used_count <= usage_limit)`),
  ],
)
