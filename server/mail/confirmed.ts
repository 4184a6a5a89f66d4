import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Config } from '../config.ts'

/**
 * Whether a company's owner has confirmed the account's email, as a condition for any query (decision 029). Where no
 * mail server is configured nobody could, so everybody has.
 *
 * @param companyId the column or value that names the company
 */
export function companyConfirmed(
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  companyId: PgColumn | SQL | number,
): SQL<boolean> {
  if (!smtpUrl) return sql<boolean>`true`
  return sql<boolean>`EXISTS (
    SELECT FROM users AS account_owner
    WHERE account_owner.company_id = ${companyId} AND account_owner.is_owner AND account_owner.email_confirmed_at IS NOT NULL)`
}

/**
 * Whether somebody has confirmed, at this address, that a company's notices may come to it: by the link of a mail, or
 * as the email of their own account of the company (decision 029).
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
