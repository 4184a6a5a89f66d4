import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Config } from '../../config.ts'

/**
 * Returns the condition that a company's owner has confirmed the account's email (decision 029). Always true without a
 * mail server, since no one could confirm an email.
 *
 * @param companyId the column or value that names the company
 */
export function companyConfirmed({ smtpUrl }: Pick<Config, 'smtpUrl'>, companyId: PgColumn | SQL | number) {
  if (!smtpUrl) return sql<boolean>`true`
  return sql<boolean>`EXISTS (
    SELECT FROM users AS account_owner
    WHERE account_owner.company_id = ${companyId} AND account_owner.is_owner AND account_owner.email_confirmed_at IS NOT NULL)`
}

/**
 * Returns the condition that an address agreed to get a company's notices: through the link of an email, or as the
 * confirmed email of an account of the company (decision 029).
 */
export function contactConfirmed(
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  companyId: PgColumn | SQL | number,
  email: PgColumn | SQL | string,
): SQL<boolean> {
  if (!smtpUrl) return sql<boolean>`true`
  return sql<boolean>`(
    EXISTS (
      SELECT FROM email_confirmations AS contact
      WHERE contact.company_id = ${companyId} AND contact.user_id IS NULL AND lower(contact.email) = lower(${email})
        AND contact.confirmed_at IS NOT NULL)
    OR EXISTS (
      SELECT FROM users AS colleague
      WHERE colleague.company_id = ${companyId} AND lower(colleague.email) = lower(${email})
        AND colleague.email_confirmed_at IS NOT NULL))`
}
