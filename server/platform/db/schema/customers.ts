import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idOf, moment, part, sortName, words } from './columns.ts'
import { assigneeId, record, whereAssigned } from './company.ts'

/** The words that staff find a customer by: of the index, and so of each search, letter by letter (decision 014). */
export const customerWords = sql.raw(
  "(words || CASE WHEN tags = '' THEN '' ELSE search_words(company_id, tags) END)",
)

/** A company's customers, searched by `customerWords` and sorted by `sort_name`. */
export const customers = pgTable(
  'customers',
  {
    ...record(),
    userId: integer('user_id'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /** Emails of customers merged into this one, in lowercase. */
    alsoEmails: text('also_emails').array().notNull().default([]),
    phone: text('phone'),
    notes: text('notes').notNull().default(''),
    /** Free words, as `joinTags` joins them. */
    /** Why they pay no sales tax; empty if they do. */
    taxExempt: text('tax_exempt').notNull().default(''),
    tags: text('tags').notNull().default(''),
    version: integer('version').notNull().default(1),
    assigneeId: assigneeId(),
    archivedAt: moment('archived_at'),
    words: words(
      `first_name || ' ' || last_name || ' ' || email || ' ' || joined(also_emails) || ' ' || phone_words(phone)`,
    ),
    sortName: sortName(`last_name || ' ' || first_name`),
  },
  (table) => [
    index('customers_listed').on(table.companyId, table.sortName, table.id).where(sql`archived_at is null`),
    index('customers_archived')
      .on(table.companyId, table.sortName, table.id)
      .where(sql`archived_at is not null`),
    index('customers_assigned').on(table.companyId, table.assigneeId, table.id).where(whereAssigned),
    index('customers_newest').on(table.companyId, table.id),
    index('customers_email').on(table.companyId, sql`lower(${table.email})`),
    index('customers_also_emails').using('gin', table.alsoEmails).where(sql`also_emails <> '{}'`),
    index('customers_tags').using('gin', sql`string_to_array(lower(tags), ', ')`).where(sql`tags <> ''`),
    index('customers_found').using('gin', customerWords),
  ],
)

/** Selects who serves the active customer with this email, for a new booking. */
export const assigneeOfGuest = (companyId: SQL, email: SQL) => sql`(
  SELECT c.assignee_id FROM customers AS c
  WHERE c.company_id = ${companyId} AND lower(c.email) = lower(${email}) AND c.archived_at IS NULL
  ORDER BY c.id LIMIT 1)`

export const addresses = pgTable(
  'addresses',
  {
    ...part(),
    customerId: idOf('customer_id', () => customers.id, { onDelete: 'cascade' }),
    street: text('street').notNull(),
    street2: text('street2'),
    city: text('city').notNull(),
    state: text('state').notNull(),
    zip: text('zip').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
  },
  (table) => [
    index('addresses_customer').on(table.customerId),
    uniqueIndex('addresses_default').on(table.customerId).where(sql`is_default`),
  ],
)
