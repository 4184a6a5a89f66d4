import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Config } from '../config.ts'

/**
 * Whether a company's owner has confirmed the account's email, as a condition for any query (decision 028). Where no
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
