import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { companyId } from './company.ts'

/**
 * Pictures that a company has stored, and how large their versions are together. The file itself is the same for all
 * companies that have the same picture; each counts it for itself (decision 036).
 */
export const pictures = pgTable(
  'pictures',
  {
    companyId: companyId(),
    hash: text('hash').notNull(),
    /** 0 until the nightly count has measured one of an earlier version. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.hash] })],
)
