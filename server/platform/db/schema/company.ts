import { noticeSchedules } from '@trunkshow/contract/emails/rules.ts'
import type { Colleague } from '@trunkshow/contract/endpoint.ts'
import { startConditions } from '@trunkshow/contract/making/rules.ts'
import { balanceTerms, type Deposit } from '@trunkshow/contract/payments/rules.ts'
import { roles } from '@trunkshow/contract/permissions.ts'
import type { TaxRates } from '@trunkshow/contract/prices/schema.ts'
import type { UsState } from '@trunkshow/contract/us-states.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, timestamps, timeZone, timeZones } from './columns.ts'

/** The tenant. It has no name until the company details are saved in Settings (docs/product.md, Company details). */
export const companies = pgTable(
  'companies',
  {
    id: id(),
    companyName: text('company_name'),
    companyAddress: text('company_address').notNull().default(''),
    companyPhone: text('company_phone').notNull().default(''),
    /** States whose sales tax applies, as two-letter codes. */
    /** In percent, of the selected states. */
    taxRates: jsonb('tax_rates').notNull().default({}).$type<TaxRates>(),
    selectedStates: text('selected_states').array().notNull().default([]).$type<UsState[]>(),
    /** The number of the newest order (decision 020). */
    lastOrderNumber: integer('last_order_number').notNull().default(1000),
    /** Whose days and times the company's own records show (docs/product.md, Dates and times). */
    timeZone: timeZone().references(() => timeZones.name),
    /** How many months after an event its guests' data is erased; null to keep it (decision 034). */
    eraseGuestsAfterMonths: integer('erase_guests_after_months'),
    /** The address of the store to connect; a connected store's address is in `shopify_stores`. */
    shopifyStoreUrl: text('shopify_store_url'),
    /** The link name of the company's page, in lower case; null until the company has a name. */
    urlSlug: text('url_slug'),
    logoUrl: text('logo_url'),
    /** Nothing writes it any more; processes of the version before still read it during an upgrade. */
    logoTone: text('logo_tone'),
    /** The color of guest pages and emails, as `#rrggbb`; null for the product's own. */
    accentColor: text('accent_color'),
    /** Whether guests see the address. */
    showAddress: boolean('show_address').notNull().default(false),
    /** The origins whose pages may show its booking pages in a frame (decision 053). */
    embedOrigins: text('embed_origins').array().notNull().default([]),
    /** When hosts are told of bookings, and whether also of what they did themselves (docs/product.md, Booking alerts). */
    noticeSchedule: text('notice_schedule', { enum: noticeSchedules }).notNull().default('now'),
    ownNotices: boolean('own_notices').notNull().default(false),
    /** What new orders ask for first, and when for the rest (docs/product.md, Payments). */
    deposit: jsonb('deposit').$type<Deposit>(),
    balanceDue: text('balance_due', { enum: balanceTerms }).notNull().default('never'),
    /** How customers approve orders; without an amount none needs a code (docs/product.md, What the customer approves). */
    codeFromCents: bigint('code_from_cents', { mode: 'number' }),
    letsPriceFall: boolean('lets_price_fall').notNull().default(false),
    asksDeposit: boolean('asks_deposit').notNull().default(false),
    /** What an order should have before its making starts, and how many can be promised a week (docs/product.md, Making). */
    startsAfter: text('starts_after', { enum: startConditions }).notNull().default('nothing'),
    weeklyCapacity: integer('weekly_capacity'),
    makingVersion: integer('making_version').notNull().default(1),
    /** Whether the team gets an email each morning with what is late, at risk or not started. */
    mailsMornings: boolean('mails_mornings').notNull().default(true),
    /** The company's day whose morning email was queued. */
    makingTold: date('making_told'),
    ...timestamps(),
  },
  () => [
    check('companies_erase_after', sql`erase_guests_after_months between 1 and 60`),
    check('companies_accent', sql`accent_color ~ '^#[0-9a-f]{6}$'`),
  ],
)

/** The column of the company that owns a row. */
export const companyId = () => idOf('company_id', () => companies.id)

/** The columns of a company's record. */
export const record = () => ({ id: id(), companyId: companyId(), ...timestamps() })

/** The link names a company has or had, in lower case: printed codes lead to its page after it changes. */
export const companySlugs = pgTable(
  'company_slugs',
  { slug: text('slug').primaryKey(), companyId: companyId(), createdAt: createdAt() },
  (table) => [index('company_slugs_company').on(table.companyId)],
)

/**
 * A company's users. Those invited have no username, email, or password until they accept, and those removed have lost
 * theirs to others. One whose unconfirmed email someone else confirmed has none until they confirm another.
 */
export const users = pgTable(
  'users',
  {
    ...record(),
    username: text('username'),
    email: text('email'),
    /** When they confirmed the email; before that, another user who confirms it takes it (decision 029). */
    emailConfirmedAt: moment('email_confirmed_at'),
    name: text('name').notNull(),
    phone: text('phone').notNull().default(''),
    passwordHash: text('password_hash'),
    role: text('role', { enum: roles }).notNull().default('admin'),
    isOwner: boolean('is_owner').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    invitedEmail: text('invited_email'),
    invitedBy: integer('invited_by'),
    invitedAt: moment('invited_at'),
    /** Rises with every invitation sent, so that only the last link works. */
    inviteSequence: integer('invite_sequence').notNull().default(0),
    acceptedAt: moment('accepted_at'),
    removedAt: moment('removed_at'),
    /** Rises with every password link sent or used, so that only the last one works. */
    resetSequence: integer('reset_sequence').notNull().default(0),
    resetUntil: moment('reset_until'),
    /** Read by earlier versions only: everyone starts with Home. */
    opensHome: boolean('opens_home').notNull().default(false),
    /** Networks they logged in from, from `networkOf`, last one first; a locked account still accepts logins from them. */
    knownNetworks: text('known_networks').array().notNull().default([]),
  },
  (table) => [
    index('users_username').on(sql`lower(${table.username})`),
    index('users_email').on(sql`lower(${table.email})`),
    uniqueIndex('users_invited_key')
      .on(table.companyId, sql`lower(${table.invitedEmail})`)
      .where(sql`email is null and removed_at is null`),
    index('users_company').on(table.companyId),
    check('users_can_sign_in', sql`not is_active or (username is not null and password_hash is not null)`),
  ],
)

/** A user's name as others read it. */
export const userName = sql<string>`coalesce(nullif(${users.name}, ''), ${users.username})`

/** The colleague who serves a record; null for no one, also once they left (docs/product.md, Who serves whom). */
export const assigneeId = () => integer('assignee_id').references(() => users.id)
export const whereAssigned = sql`assignee_id is not null`

/** Adds the condition that a record is assigned to the caller, if only those are asked for. */
export const andMine = ({ actor }: { actor: { userId: number } }, mine: boolean | undefined) =>
  mine ? sql`AND assignee_id = ${actor.userId}` : sql``

/** Selects that colleague. */
export const assigneeOf = (table: { assigneeId: PgColumn }) => sql<Colleague | null>`(
  SELECT json_build_object('id', ${users.id}, 'name', ${userName}) FROM ${users} WHERE ${users.id} = ${table.assigneeId})`

/** A company's pictures and the size of all versions. Companies may share files, and each counts them (decision 036). */
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

/** Login sessions by the hash of their id, which itself is only in the browser's cookie (docs/product.md, Sessions). */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    userId: idOf('user_id', () => users.id, { onDelete: 'cascade' }),
    device: text('device').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Emails for which a new password was requested, known or not, until the email worker has handled them. */
export const passwordRequests = pgTable('password_requests', {
  id: id(),
  /** As typed, in lowercase. */
  email: text('email').notNull(),
  createdAt: createdAt(),
})

/** Emails that were asked for a confirmation: a user's or, without one, an event's contact (decision 029). */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    ...record(),
    userId: integer('user_id').references(() => users.id),
    email: text('email').notNull(),
    askedAt: moment('asked_at').notNull().default(sql`now()`),
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    uniqueIndex('email_confirmations_user_key').on(table.userId),
    uniqueIndex('email_confirmations_contact_key')
      .on(table.companyId, sql`lower(${table.email})`)
      .where(sql`user_id is null`),
  ],
)

/** Counters of attempts; `expire` is in milliseconds since 1970. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})
