import { measureUnits } from '@trunkshow/contract/measurements/rules.ts'
import type { Measuring } from '@trunkshow/contract/measurements/schema.ts'
import { date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { fixedPart, idOf, sortName } from './columns.ts'
import { record, users } from './company.ts'
import { customers } from './customers.ts'

const unit = () => text('unit', { enum: measureUnits }).notNull()

/** What a company measures: the names of the measurements are lines, and the picture shows where. */
export const measurementSets = pgTable(
  'measurement_sets',
  {
    ...record(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    unit: unit(),
    fields: text('fields').notNull(),
    photoUrl: text('photo_url'),
    sortName: sortName('name'),
    version: integer('version').notNull().default(1),
  },
  (table) => [index('measurement_sets_company').on(table.companyId, table.sortName, table.id)],
)

/** What was measured of customers, with copies of the set's names; an erasure deletes it. */
export const measurings = pgTable(
  'measurings',
  {
    ...fixedPart(),
    customerId: idOf('customer_id', () => customers.id, { onDelete: 'cascade' }),
    setId: integer('set_id').references(() => measurementSets.id, { onDelete: 'set null' }),
    setName: text('set_name').notNull(),
    unit: unit(),
    measuredOn: date('measured_on').notNull(),
    wearer: text('wearer').notNull(),
    note: text('note').notNull(),
    /** In whole eighths of an inch, or millimeters. */
    values: jsonb('values').notNull().$type<Measuring['values']>(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('measurings_customer').on(table.customerId, table.id),
    index('measurings_company').on(table.companyId, table.id),
    index('measurings_set').on(table.setId),
  ],
)
