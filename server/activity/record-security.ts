import type { SecurityAction, SecurityOutcome } from '@trunkshow/contract/activity/rules.ts'
import { sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../context.ts'
import { networkOf } from '../platform/http/guards/limits.ts'

/** A worker has neither a caller nor an address. */
export type SecurityContext = Pick<Context, 'db'> & Partial<Pick<Context, 'config' | 'address'>>

interface Entry {
  /** Null for a failed log-in of an unknown username or email, which no company sees. */
  companyId: number | null
  action: SecurityAction
  outcome?: SecurityOutcome
  /** Whose account it is, without an id for the product itself; null for a guest. */
  user: { userId: number | null; name: string } | null
  /** What was exported, or a colleague's or an event's name; never a guest's. */
  subjectName?: string
}

/** Logs that the caller exported a list of a company, in the words of its file's name. */
export const recordExport = (ctx: StaffContext, list: string, companyId = ctx.actor.companyId) =>
  recordSecurity(ctx, { companyId, action: 'listExported', user: ctx.actor, subjectName: list })

/** How many networks an hour's entries tell apart, so that a flood from everywhere takes few rows. */
const MAX_NETWORKS_PER_HOUR = 20

/**
 * Adds to the security log, in the caller's transaction if there is one. What happens again in the same hour and from the
 * same network raises the count of its row (docs/decisions/064-a-security-log-apart-from-the-activity-log.md). It is the
 * same work for a known and an unknown account.
 */
export async function recordSecurity(
  { db, config, address }: SecurityContext,
  { companyId, action, outcome = 'done', user, subjectName = '' }: Entry,
): Promise<void> {
  // Attempts beyond a limit have no end, and come from where the counted ones came from.
  const network = config && address && outcome !== 'limited' ? networkOf(config, address) : ''
  const same = sql`hour = date_trunc('hour', now()) AND action = ${action} AND outcome = ${outcome}
    AND coalesce(company_id, 0) = ${companyId ?? 0} AND coalesce(user_id, 0) = ${user?.userId ?? 0}`
  await db.execute(sql`
    WITH counted AS (
      UPDATE security_log SET times = times + 1, last_at = now()
      WHERE ${same} AND network = ${network} AND subject_name = ${subjectName} RETURNING id
    )
    INSERT INTO security_log AS kept (company_id, user_id, actor_name, action, outcome, subject_name, network)
    SELECT ${companyId}::int, ${user?.userId ?? null}::int, ${user?.name ?? null}::text, ${action}::text, ${outcome}::text,
      ${subjectName}::text, CASE WHEN (SELECT count(DISTINCT network) FROM security_log WHERE ${same})
        < ${MAX_NETWORKS_PER_HOUR} THEN ${network}::text ELSE '' END
    WHERE NOT EXISTS (SELECT FROM counted)
    ON CONFLICT (hour, action, outcome, coalesce(company_id, 0), coalesce(user_id, 0), network, subject_name)
    DO UPDATE SET times = kept.times + 1, last_at = now()`)
}
