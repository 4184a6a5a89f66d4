import type { UsState } from '@trunkshow/contract/company/rules.ts'
import { roles } from '@trunkshow/contract/permissions.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, timestamps } from './columns.ts'

/** The tenant. It has no name until the company is saved in Settings (docs/product.md, Company details). */
export const companies = pgTable(
  'companies',
  {
    id: id(),
    companyName: text('company_name'),
    companyAddress: text('company_address').notNull().default(''),
    companyPhone: text('company_phone').notNull().default(''),
    /** States whose sales tax applies, by their two letters. */
    selectedStates: text('selected_states').array().notNull().default([]).$type<UsState[]>(),
    /** The number of its newest order; the next one takes the number after it (decision 020). */
    lastOrderNumber: integer('last_order_number').notNull().default(1000),
    /** How many months after an event its guests' data is erased; null while it is kept (decision 034). */
    eraseGuestsAfterMonths: integer('erase_guests_after_months'),
    /** The address of the store to connect; that of a connected one stands with its connection. */
    shopifyStoreUrl: text('shopify_store_url'),
    ...timestamps(),
  },
  () => [check('companies_erase_after', sql`erase_guests_after_months between 1 and 60`)],
)

/** The company that a row belongs to. */
export const companyId = () =>
  integer('company_id')
    .notNull()
    .references(() => companies.id)

/**
 * People of a company. Invited ones have no username, email of their own or password until they accept, and removed
 * ones have given theirs up, so that nobody holds a name who cannot log in. One user belongs to one company. An
 * account whose address somebody else confirmed has none until it confirms another.
 */
export const users = pgTable(
  'users',
  {
    id: id(),
    companyId: companyId(),
    username: text('username'),
    email: text('email'),
    /** When they showed that the address is theirs; until then others may hold it too, and whoever does takes it (decision 029). */
    emailConfirmedAt: timestamp('email_confirmed_at', { withTimezone: true }),
    name: text('name').notNull(),
    phone: text('phone').notNull().default(''),
    passwordHash: text('password_hash'),
    role: text('role', { enum: roles }).notNull().default('admin'),
    isOwner: boolean('is_owner').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    invitedEmail: text('invited_email'),
    invitedBy: integer('invited_by'),
    invitedAt: timestamp('invited_at', { withTimezone: true }),
    /** Rises with every invitation sent: only the link of the last one opens. */
    inviteSequence: integer('invite_sequence').notNull().default(0),
    acceptedAt: timestamp('accepted_at', { withTimezone: true }),
    removedAt: timestamp('removed_at', { withTimezone: true }),
    /** Rises with every link to a new password, and with its use. */
    resetSequence: integer('reset_sequence').notNull().default(0),
    resetUntil: timestamp('reset_until', { withTimezone: true }),
    /** Where they signed in from, as `networkOf` names it, the last one first; a locked account still opens there. */
    knownNetworks: text('known_networks').array().notNull().default([]),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`).where(sql`email_confirmed_at is not null`),
    index('users_email').on(sql`lower(${table.email})`),
    uniqueIndex('users_invited_key')
      .on(table.companyId, sql`lower(${table.invitedEmail})`)
      .where(sql`email is null and removed_at is null`),
    index('users_company').on(table.companyId),
    check('users_can_sign_in', sql`not is_active or (username is not null and password_hash is not null)`),
  ],
)
