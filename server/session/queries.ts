import {
  type MailState,
  type Profile,
  profile as profileView,
  type SessionView,
  sessionUser,
} from '@trunkshow/contract/session/schema.ts'
import { zoneBetween } from '@trunkshow/contract/zones.ts'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../context.ts'
import { companies, emailConfirmations, sessions, users } from '../platform/db/schema/company.ts'
import { columnsOf } from '../platform/db/statement.ts'
import { hashOf } from '../platform/http/session-store.ts'
import { needsAttention } from '../platform/mail/attention.ts'
import { companyConfirmed } from '../platform/mail/confirmed.ts'
import { zoneOf } from '../zones.ts'

export async function getProfile(ctx: StaffContext): Promise<Profile> {
  const { userId, username, role } = ctx.actor
  const [found] = await ctx.db
    .select({
      ...columnsOf(users, profileView),
      email: sql<string>`coalesce(${users.email}, '')`,
      timeZone: companies.timeZone,
      company: {
        name: sql<string>`coalesce(${companies.companyName}, '')`,
        logoUrl: companies.logoUrl,
        isTeam: sql<boolean>`(
          SELECT count(*) > 1 FROM users AS u WHERE u.company_id = companies.id AND u.is_active)`,
      },
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, userId))
  const { timeZone, ...profile } = found!
  const year = new Date().getUTCFullYear()
  const zone = zoneBetween(zoneOf(timeZone), `${year - 10}-01-01`, `${year + 1}-12-31`)
  return { ...profile, username, role, zone: [...zone] }
}

/**
 * Changes with every email of the company: with those that are to be sent and their attempts (of a thousand or more only
 * their number, since which ones are read is up to PostgreSQL), the newest that ended, and failures that no one dealt with.
 */
const emailsVersion = (companyId: number) => sql<string>`concat_ws('/', (
    SELECT concat_ws('.', count(*), CASE WHEN count(*) < 1000 THEN sum(id::bigint + attempts) END) FROM (
      SELECT id, attempts FROM email_notifications WHERE company_id = ${companyId} AND status = 'pending'
      UNION ALL
      SELECT id, attempts FROM email_notifications WHERE company_id = ${companyId} AND status IN ('waiting', 'sending')
      LIMIT 1000) AS open),
  (SELECT max(id) FROM emails WHERE company_id = ${companyId}),
  (SELECT count(*) FROM (
    SELECT FROM emails WHERE company_id = ${companyId} AND status = 'failed' AND handled_at IS NULL LIMIT 1000) AS failed))`

/** Counts the company's waiting email, and returns which addresses still need confirming (decisions 028 and 029). */
export async function getMailState({ db, config, actor }: StaffContext): Promise<MailState> {
  const waiting = (reason: string) => sql<number>`(SELECT count(*)::int FROM (
    SELECT FROM email_notifications
    WHERE company_id = ${actor.companyId} AND status = 'waiting' AND waits_for = ${reason} LIMIT 1000) AS held)`
  const [state] = await db
    .select({
      confirmed: config.smtpUrl ? sql<boolean>`${users.emailConfirmedAt} IS NOT NULL` : sql<boolean>`true`,
      asked: emailConfirmations.email,
      ownerConfirmed: companyConfirmed(config, actor.companyId),
      waiting: waiting('confirmation'),
      overBudget: waiting('budget'),
      failed: sql<number>`(SELECT count(*)::int FROM (
        SELECT DISTINCT emails.booking_id, emails.waitlist_entry_id FROM emails
        WHERE emails.company_id = ${actor.companyId} AND ${needsAttention} LIMIT 100) AS failed)`,
      version: emailsVersion(actor.companyId),
    })
    .from(users)
    .leftJoin(
      emailConfirmations,
      and(
        eq(emailConfirmations.userId, users.id),
        isNull(emailConfirmations.confirmedAt),
        // The address may have been confirmed through another link.
        sql`(${users.emailConfirmedAt} IS NULL OR lower(${emailConfirmations.email}) IS DISTINCT FROM lower(${users.email}))`,
      ),
    )
    .where(and(eq(users.id, actor.userId), eq(users.companyId, actor.companyId)))
  return { ...state!, budget: config.emailBudgetPerDay }
}

/** Lists the browsers where the caller is logged in, last seen first. */
export async function listSessions(ctx: StaffContext, currentId: string): Promise<SessionView[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.actor.userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100)
  return rows.map(({ idHash, device, createdAt, lastSeenAt }) => ({
    id: idHash.slice(0, 16),
    device,
    startedAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: idHash === hashOf(currentId),
  }))
}

/**
 * Finds the active user with this username or email (lowercase), with their password hash and known networks, or null.
 * If several users have typed the same email, the one who confirmed it wins, then the newest.
 */
export async function findCredentials(ctx: Context, account: string) {
  const [found] = await ctx.db
    .select({
      companyId: users.companyId,
      passwordHash: users.passwordHash,
      knownNetworks: users.knownNetworks,
      user: {
        ...columnsOf(users, sessionUser),
        username: sql<string>`${users.username}`,
        email: sql<string>`coalesce(${users.email}, '')`,
      },
    })
    .from(users)
    .where(
      and(
        users.isActive,
        or(sql`lower(${users.username}) = ${account}`, sql`lower(${users.email}) = ${account}`),
      ),
    )
    .orderBy(sql`${users.emailConfirmedAt} IS NULL`, desc(users.id))
    .limit(1)
  return found ?? null
}
