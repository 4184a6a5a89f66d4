import { stageListeners } from '@trunkshow/contract/making/rules.ts'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { companyId, record } from './company.ts'

/** What a company's orders pass through, in their order (decision 091). */
export const stages = pgTable(
  'stages',
  {
    ...record(),
    name: text('name').notNull(),
    /** What a customer reads in place of the name; empty for the name itself. */
    words: text('words').notNull().default(''),
    /** From 0. */
    position: integer('position').notNull(),
    /** How long it usually takes; null if that isn't known. */
    days: integer('days'),
    tells: text('tells', { enum: stageListeners }).notNull().default('nobody'),
  },
  (table) => [index('stages_company').on(table.companyId, table.position)],
)

/** Days on which a company makes nothing. */
export const closingDays = pgTable(
  'closing_days',
  { companyId: companyId(), day: date('day').notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.day] })],
)
