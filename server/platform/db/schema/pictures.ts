import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { companyId } from './company.ts'

/**
 * A company's stored pictures and the total size of their versions. Companies with the same picture share its files, but
 * each counts it toward its quota (decision 036).
 */
export const pictures = pgTable(
  'pictures',
  {
    companyId: companyId(),
    hash: text('hash').notNull(),
    /** 0 until the nightly job measures pictures of an earlier version. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.hash] })],
)
