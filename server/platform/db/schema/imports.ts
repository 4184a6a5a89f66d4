import { type ImportKind, importStates } from '@trunkshow/contract/imports/rules.ts'
import type { CorrectedRows, CsvImport, ImportAnyway } from '@trunkshow/contract/imports/schema.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { record } from './company.ts'
import { events } from './events.ts'

/** CSV files and their import's progress: `done` is updated in the transaction that stores its rows. */
export const imports = pgTable(
  'imports',
  {
    ...record(),
    userId: integer('user_id').notNull(),
    kind: text('kind').notNull().$type<ImportKind>(),
    /** The event of imported bookings; null for other kinds. */
    eventId: integer('event_id').references(() => events.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    /** The file's content, until it is imported. */
    csv: text('csv').notNull(),
    state: text('state', { enum: importStates }).notNull().default('checked'),
    /** Why it failed, in a sentence; null if only we can know. */
    failure: text('failure'),
    rows: integer('rows').notNull(),
    good: integer('good').notNull(),
    /** The first known rows, and which of all known rows the user chose to import anyway. */
    knownRows: jsonb('known_rows').notNull().$type<CsvImport['knownRows']>().default([]),
    importAnyway: jsonb('import_anyway').notNull().$type<ImportAnyway>().default(false),
    /** The newest record of its kind before it was started: later ones may be from earlier rows of the file. */
    newestId: integer('newest_id').notNull().default(0),
    /** How many rows of bookings were canceled, are over, are for other days than the event's, and found no spot. */
    canceled: integer('canceled').notNull().default(0),
    past: integer('past').notNull().default(0),
    otherDay: integer('other_day').notNull().default(0),
    noSpot: integer('no_spot').notNull().default(0),
    /** What each column of the file becomes. */
    columns: jsonb('columns').notNull().$type<CsvImport['columns']>().default([]),
    /** Cells that replace those of the file: by line, then by field. */
    corrections: jsonb('mended').notNull().$type<CorrectedRows>().default({}),
    errors: jsonb('errors').notNull().$type<CsvImport['errors']>(),
    done: integer('done').notNull().default(0),
    made: integer('made').notNull().default(0),
    known: integer('known').notNull().default(0),
    /** When the lease of the worker that imports it expires. */
    leasedUntil: moment('held_until').notNull().default(sql`now()`),
  },
  (table) => [
    index('imports_company').on(table.companyId, table.id),
    index('imports_event').on(table.eventId).where(sql`event_id is not null`),
    index('imports_running').on(table.id).where(sql`state = 'running'`),
  ],
)
