import { integer, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * The names that are unique over all companies, in lower case, and whose they are. Triggers fill and keep the tables
 * (decision 078), so a backup, which has the tables of `public`, leaves them out.
 */
export const names = pgSchema('names')

const companyId = integer('company_id').notNull()

export const usernames = names.table(
  'usernames',
  { username: text('username').notNull(), companyId },
  (table) => [primaryKey({ name: 'users_username_key', columns: [table.username] })],
)

export const confirmedEmails = names.table(
  'confirmed_emails',
  { email: text('email').notNull(), companyId },
  (table) => [primaryKey({ name: 'users_email_key', columns: [table.email] })],
)

export const eventSlugs = names.table('event_slugs', { slug: text('slug').notNull(), companyId }, (table) => [
  primaryKey({ name: 'events_slug_key', columns: [table.slug] }),
])
