import { roles } from '@trunkshow/contract/permissions.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, timestamps } from './columns.ts'

/** The tenant. It has no name until the company is saved in Settings (design §5). */
export const companies = pgTable('companies', {
  id: id(),
  companyName: text('company_name'),
  ...timestamps(),
})

/** People who sign in. One user belongs to one company. */
export const users = pgTable(
  'users',
  {
    id: id(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    username: text('username').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: roles }).notNull().default('admin'),
    isOwner: boolean('is_owner').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    index('users_company').on(table.companyId),
  ],
)
