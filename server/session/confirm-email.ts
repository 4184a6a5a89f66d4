import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { recordSecurity, type SecurityContext } from '../activity/record-activity.ts'
import type { Context } from '../context.ts'
import { companies, emailConfirmations, users } from '../platform/db/schema/company.ts'
import { events } from '../platform/db/schema/events.ts'
import { changeRows, refusing } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isUnexpired, readSignedId } from '../platform/http/tokens.ts'
import { contactConfirmed } from '../platform/mail/confirmed.ts'
import { releaseConfirmed } from '../platform/mail/limits.ts'
import { queueEmail } from '../platform/mail/outbox.ts'

/** What ends the link to a new password that was sent. */
export const noResetLink = { resetUntil: null, resetSequence: sql`reset_sequence + 1` }

/** Throws that the username or email is taken, for a statement that the database refused. */
export const refuseTaken = refusing({
  users_username_key: ['taken', sessionMessages.usernameTaken, 'username'],
  users_email_key: ['taken', sessionMessages.emailTaken, 'email'],
})

/**
 * Refuses an email that another account than this user's has confirmed; the first to confirm one gets it (decision 029).
 *
 * @throws AppError taken
 */
export async function assertEmailFree({ db }: Pick<Context, 'db'>, email: string, userId = 0) {
  const [taken] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        sql`lower(${users.email}) = lower(${email})`,
        isNotNull(users.emailConfirmedAt),
        ne(users.id, userId),
      ),
    )
  if (taken) throw fieldError('taken', 'email', sessionMessages.emailTaken)
}

const linkGoneError = () => new AppError('not_found', sessionMessages.confirmationGone)

/** Returns what a link asks to confirm, without confirming it. @throws AppError not_found */
export async function readConfirmation(ctx: Pick<Context, 'config' | 'db'>, token: string) {
  const id = Number(readSignedId(ctx.config, 'email', token, 0))
  const [found] = await ctx.db
    .select({
      id: emailConfirmations.id,
      companyId: emailConfirmations.companyId,
      userId: emailConfirmations.userId,
      email: emailConfirmations.email,
      confirmed: sql<boolean>`${emailConfirmations.confirmedAt} IS NOT NULL`,
      username: users.username,
      /** The company whose alerts go to the address; before it has a name, its newest event's host. */
      host: sql<string>`coalesce(${companies.companyName}, (
        SELECT ${events.hostName} FROM ${events}
        WHERE ${events.companyId} = ${emailConfirmations.companyId} ORDER BY ${events.id} DESC LIMIT 1), '')`,
    })
    .from(emailConfirmations)
    .innerJoin(companies, eq(companies.id, emailConfirmations.companyId))
    .leftJoin(users, eq(users.id, emailConfirmations.userId))
    .where(
      and(
        eq(emailConfirmations.id, id),
        sql`(${users.id} IS NULL OR ${users.isActive})`,
        or(isNotNull(emailConfirmations.confirmedAt), isUnexpired('email', emailConfirmations.askedAt)),
      ),
    )
  if (!found) throw linkGoneError()
  return found
}

/**
 * Confirms the address of a link: it becomes the user's, or may receive the company's booking alerts, and email waiting
 * for it is released (decision 029). Repeating it is harmless.
 *
 * @throws AppError not_found for a link that is old, replaced or invalid; taken if another account confirmed the address
 */
export async function confirmEmail(ctx: Context, token: string) {
  const confirmation = await inTransaction(ctx, async (ctx) => {
    const found = await readConfirmation(ctx, token)
    const { id, userId, email } = found
    const isOpen = and(eq(emailConfirmations.id, id), isNull(emailConfirmations.confirmedAt))
    const [open] = await changeRows(ctx, emailConfirmations, isOpen, { confirmedAt: sql`now()` }).returning()
    if (open && userId) await assignChangedEmail(ctx, userId, email)
    return found
  }).catch(refuseTaken)
  await releaseConfirmed(ctx)
  ctx.wakeEmailWorker()
  return confirmation
}

type ConfirmationContext = Pick<Context, 'config' | 'db'>

/** Queues the email with the link, in the caller's transaction. */
export const queueConfirmation = (
  ctx: ConfirmationContext,
  kind: 'email' | 'contact',
  companyId: number,
  confirmationId: number,
) => queueEmail(ctx, { companyId, confirmationId, emailType: `${kind}_confirmation`, sequence: 0 })

/** Queues a user's link to confirm their address. Links for earlier ones stop working (decision 029). */
export async function requestUserConfirmation(
  ctx: ConfirmationContext,
  { companyId, userId, email }: { companyId: number; userId: number; email: string },
) {
  const [existing] = await changeRows(
    ctx,
    emailConfirmations,
    and(
      eq(emailConfirmations.userId, userId),
      eq(emailConfirmations.email, email),
      isNull(emailConfirmations.confirmedAt),
    ),
    { askedAt: sql`now()` },
  ).returning({ id: emailConfirmations.id })
  if (existing) return queueConfirmation(ctx, 'email', companyId, existing.id)
  await ctx.db.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId))
  const [asked] = await ctx.db
    .insert(emailConfirmations)
    .values({ companyId, userId, email })
    .returning({ id: emailConfirmations.id })
  return queueConfirmation(ctx, 'email', companyId, asked!.id)
}

/**
 * Records that a company's booking alerts need this address to be confirmed; without a mail server it counts as confirmed.
 *
 * @param again whether to ask an address that was asked before
 * @returns the confirmation to send a link for, or null
 */
export async function requestContactConfirmation(
  ctx: ConfirmationContext,
  { companyId, email, again = false }: { companyId: number; email: string; again?: boolean },
): Promise<number | null> {
  const { rows } = await ctx.db.execute<{ confirmed: boolean }>(
    sql`SELECT ${contactConfirmed({ smtpUrl: 'any' }, companyId, email)} AS confirmed`,
  )
  if (rows[0]!.confirmed) return null
  const confirmedAt = ctx.config.smtpUrl ? sql`NULL::timestamptz` : sql`now()`
  const asked = await ctx.db.execute<{ id: number; isNew: boolean }>(sql`
    INSERT INTO email_confirmations (company_id, email, confirmed_at) VALUES (${companyId}, ${email}, ${confirmedAt})
    ON CONFLICT (company_id, lower(email)) WHERE user_id IS NULL
    DO UPDATE SET confirmed_at = ${confirmedAt}, asked_at = now(), updated_at = now()
    RETURNING id, xmax = 0 AS "isNew"`)
  const { id, isNew } = asked.rows[0]!
  return ctx.config.smtpUrl && (isNew || again) ? id : null
}

/**
 * Gives a user an email address they have proven to be theirs. Accounts that had it unconfirmed lose it and their reset
 * links; they still log in by username (decision 029).
 *
 * @throws the database's `users_email_key` error if another account has confirmed it
 */
export async function assignEmail(ctx: Pick<Context, 'db'>, userId: number, email: string) {
  const losing = sql`lower(${users.email}) = lower(${email}) AND ${users.id} <> ${userId} AND ${users.emailConfirmedAt} IS NULL`
  await changeRows(ctx, users, losing, { email: null, ...noResetLink })
  await changeRows(ctx, users, eq(users.id, userId), {
    email,
    emailConfirmedAt: sql`now()`,
    // A link to a new password works for the address it was sent to (decision 060).
    resetSequence: sql`reset_sequence + (lower(${users.email}) IS DISTINCT FROM lower(${email}))::int`,
  })
}

/** As `assignEmail`, for a changed address: logs it, and tells the new address and the confirmed one before it. */
export async function assignChangedEmail(ctx: SecurityContext, userId: number, email: string) {
  const [before] = await ctx.db
    .select({
      companyId: users.companyId,
      name: users.name,
      email: users.email,
      isConfirmed: sql<boolean>`${users.emailConfirmedAt} IS NOT NULL`,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  await assignEmail(ctx, userId, email)
  const { companyId, name, email: earlier, isConfirmed } = before!
  if (earlier?.toLowerCase() === email.toLowerCase()) return
  await recordSecurity(ctx, { companyId, action: 'emailChanged', user: { userId, name } })
  const told = earlier && isConfirmed ? [earlier, email] : [email]
  for (const recipientEmail of told)
    await queueEmail(ctx, { companyId, userId, emailType: 'email_changed', sequence: 0, recipientEmail })
}
