import { sql } from 'drizzle-orm'
import { runQuery } from '../../db/statement.ts'
import { countEmail } from '../../metrics/registry.ts'
import { isGuestEmail, sameSubject } from '../attention.ts'
import type { EmailContext } from '../claim-next.ts'
import type { ReturnedEmail } from './read-report.ts'

/**
 * Marks a sent email as failed, so that staff see it as any other that failed (docs/product.md, Emails that fail). It is
 * dealt with already if a later one was sent to its guest. The report has to name the address that the email went to,
 * since anyone can write a report.
 *
 * @returns whether the email is one of ours, also if it was marked before
 */
export async function recordReturned(ctx: EmailContext, returned: ReturnedEmail): Promise<boolean> {
  const { id, emailType, addresses, failure, message } = returned
  const [found] = await runQuery<{ isNew: boolean }>(
    ctx,
    sql`
      WITH known AS (
        SELECT id, status FROM emails
        WHERE id = ${id} AND email_type = ${emailType}
          AND lower(to_email) = ANY (${sql.param(addresses)}::text[])
      ), listed AS (
        UPDATE emails SET status = 'failed', failure = ${failure}, error_message = ${message},
          handled_at = CASE WHEN ${isGuestEmail(sql`emails`)} AND EXISTS (
            SELECT FROM email_notifications AS later
            WHERE ${sameSubject(sql`later`, sql`emails`)} AND later.company_id = emails.company_id AND later.id > emails.id
              AND later.status = 'sent' AND ${isGuestEmail(sql`later`)}
          ) THEN now() END
        FROM known WHERE emails.id = known.id AND emails.status = 'sent'
        RETURNING emails.id
      ), queued AS (
        UPDATE email_notifications SET status = 'failed', failure = ${failure}, error_message = ${message}
        FROM listed WHERE listed.id IN (email_notifications.id, email_notifications.digest_id)
      )
      SELECT EXISTS (SELECT FROM listed) AS "isNew" FROM known`,
    { prepared: true },
  )
  if (found?.isNew) countEmail('failed')
  return found !== undefined
}
