import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { users } from '../db/schema/company.ts'
import { emailConfirmations } from '../db/schema/session.ts'
import { contactConfirmed } from '../mail/confirmed.ts'
import { queueMail } from '../mail/outbox.ts'

type ConfirmationContext = Pick<Context, 'config' | 'db'>

/** Puts the mail with the link into the outbox, in the transaction that asks. */
export async function queueConfirmation(
  ctx: ConfirmationContext,
  kind: 'email' | 'contact',
  companyId: number,
  confirmationId: number,
) {
  await queueMail(ctx, { companyId, confirmationId, emailType: `${kind}_confirmation`, sequence: 0 })
}

/**
 * Mails a link by which a user confirms an address of their own, in the transaction that makes it theirs. Links to
 * addresses they were asked about before open nothing from then on (decision 029).
 */
export async function requestUserConfirmation(
  ctx: ConfirmationContext,
  { companyId, userId, email }: { companyId: number; userId: number; email: string },
) {
  const [known] = await ctx.db
    .update(emailConfirmations)
    .set({ askedAt: sql`now()`, updatedAt: sql`now()` })
    .where(
      and(
        eq(emailConfirmations.userId, userId),
        eq(emailConfirmations.email, email),
        isNull(emailConfirmations.confirmedAt),
      ),
    )
    .returning({ id: emailConfirmations.id })
  if (known) return queueConfirmation(ctx, 'email', companyId, known.id)
  await ctx.db.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId))
  const [asked] = await ctx.db
    .insert(emailConfirmations)
    .values({ companyId, userId, email })
    .returning({ id: emailConfirmations.id })
  return queueConfirmation(ctx, 'email', companyId, asked!.id)
}

/**
 * Takes down that somebody is asked whether a company's notices may come to them, unless they said so before. Where no
 * mail server is configured the address counts as confirmed.
 *
 * @param again whether who was asked before is asked once more
 * @returns the confirmation to mail a link for, null for none
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
 * Gives a user an address they have shown to be theirs. Accounts that only typed it lose it, and their links to a new
 * password with it; they go on by their username (decision 029).
 *
 * @throws the database's error of `users_email_key` where another account has confirmed it
 */
export async function takeEmail(ctx: Pick<Context, 'db'>, userId: number, email: string) {
  await ctx.db
    .update(users)
    .set({ email: null, resetUntil: null, resetSequence: sql`reset_sequence + 1`, updatedAt: sql`now()` })
    .where(
      sql`lower(${users.email}) = lower(${email}) AND ${users.id} <> ${userId} AND ${users.emailConfirmedAt} IS NULL`,
    )
  await ctx.db
    .update(users)
    .set({ email, emailConfirmedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
}
