import { DEFAULT_TIME_ZONE } from '@trunkshow/contract/dates.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  customType,
  integer,
  pgTable,
  text,
  time,
  timestamp,
  type UpdateDeleteAction,
} from 'drizzle-orm/pg-core'

/** An identity integer: the id of every business row. */
export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity()

/** The id of the row of another table that this one belongs to. */
export const idOf = (
  name: string,
  column: () => AnyPgColumn,
  actions: { onDelete?: UpdateDeleteAction } = {},
) => integer(name).notNull().references(column, actions)

/** A point in time. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

const now = (name: string) => moment(name).notNull().default(sql`now()`)

/** A random id of 16 hex digits, for links that reveal no count (decision 032). */
export const randomId = sql`right(replace(gen_random_uuid()::text, '-', ''), 16)`

export const createdAt = () => now('created_at')

export const timestamps = () => ({ createdAt: createdAt(), updatedAt: now('updated_at') })

/** The columns of a row that belongs to another, with a copy of that one's company. */
export const part = () => ({ id: id(), companyId: integer('company_id').notNull(), ...timestamps() })

/** The same of one that never changes. */
export const fixedPart = () => ({
  id: id(),
  companyId: integer('company_id').notNull(),
  createdAt: createdAt(),
})

/** A timestamp in milliseconds, the precision of JavaScript, so that a list's cursor holds it exactly. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** A wall-clock time in minutes; the pool returns it as `HH:mm` (docs/product.md, Dates and times). */
export const wallTime = (name: string) => time(name, { precision: 0 }).notNull()

/** The IANA time zone of the dates and times beside it (docs/product.md, Dates and times). */
export const timeZone = () => text('time_zone').notNull().default(DEFAULT_TIME_ZONE)

/** The name that rows are sorted by, from this SQL text, ignoring case and accents. */
export const sortName = (name: string) =>
  text('sort_name')
    .notNull()
    .generatedAlwaysAs(sql.raw(`plain_text(${name})`))

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The search words of a row, from this SQL text, written by `search_words` (decision 014). */
export const words = (texts: string) =>
  tsvector('words')
    .notNull()
    .generatedAlwaysAs(sql.raw(`search_words(company_id, ${texts})`))

/** The rules of the time zones in use, as Node has them (decision 049): `instant_of` and `wall_clock` read them. */
export const timeZones = pgTable('time_zones', {
  name: text('name').primaryKey(),
  /** The release of the IANA's database that the rules are of, such as `2026c`; empty before any Node has filled them in. */
  release: text('release').notNull(),
  /** The instants when its clocks change, earliest first. */
  changes: moment('changes').array().notNull(),
  /** What its clocks show just after each change. */
  walls: timestamp('walls').array().notNull(),
  /** Minutes ahead of UTC: before the first change, and after each. */
  offsets: integer('offsets').array().notNull(),
  /** Whether the time slots to come have their instants by these rules. */
  isApplied: boolean('is_applied').notNull().default(sql`true`),
})
