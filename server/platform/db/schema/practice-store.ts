import { jsonb, pgTable } from 'drizzle-orm/pg-core'
import { timestamps } from './columns.ts'
import { companyId } from './company.ts'

/** A company's practice store: `Shop` in `practice-store/shop.ts`. */
export const practiceStores = pgTable('practice_stores', {
  companyId: companyId().primaryKey(),
  content: jsonb('content').notNull(),
  ...timestamps(),
})
