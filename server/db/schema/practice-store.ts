import { jsonb, pgTable } from 'drizzle-orm/pg-core'
import { timestamps } from './columns.ts'
import { companyId } from './company.ts'

/** What a practice store holds: see `practice-store/`. */
export const practiceStores = pgTable('practice_stores', {
  companyId: companyId().primaryKey(),
  content: jsonb('content').notNull(),
  ...timestamps(),
})
