import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { userCan } from '@trunkshow/contract/company/rules.ts'
import type { CompanyUser, InviteInput } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { violates } from '../platform/db/errors.ts'
import { users } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertStillAllowed } from '../platform/http/guards/assert-still-allowed.ts'
import { consumePoint, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import { findCompany, getUser, lockUser } from './queries.ts'

function refusal(message: string) {
  return new AppError('taken', message, { fields: { email: message } })
}

/**
 * Refuses an address that already has an account. An unconfirmed address of another company doesn't count, since
 * accepting the invitation confirms it (decision 029).
 *
 * @throws AppError taken for an account in this company, or a confirmed one in another
 */
async function assertNotRegistered(ctx: StaffContext, email: string) {
  const [known] = await ctx.db
    .select({ companyId: users.companyId })
    .from(users)
    .where(
      and(
        sql`lower(${users.email}) = lower(${email})`,
        or(isNotNull(users.emailConfirmedAt), eq(users.companyId, ctx.actor.companyId)),
      ),
    )
    .orderBy(sql`${users.companyId} = ${ctx.actor.companyId} DESC`)
    .limit(1)
  if (!known) return
  const isOwnCompany = known.companyId === ctx.actor.companyId
  throw refusal(isOwnCompany ? companyMessages.alreadyColleague : companyMessages.otherCompany)
}

/**
 * Invites a user into the company. The emailed link works once, for seven days, and only for this address
 * (docs/product.md, Users and invitations).
 *
 * @throws AppError conflict before the company is saved; taken if the address has an account or an invitation; too_many
 */
export async function inviteUser(
  ctx: StaffContext,
  { name, email, role }: InviteInput,
): Promise<CompanyUser> {
  const { companyId, userId } = ctx.actor
  if (!(await findCompany(ctx))) throw new AppError('conflict', companyMessages.notSaved)
  await assertNotRegistered(ctx, email)
  await consumePoint(ctx, rateLimits.invitationsOfCompany, companyId, companyMessages.tooManyInvitations)
  const id = await inTransaction(ctx, async (ctx) => {
    await assertStillAllowed(ctx, 'company.manage')
    const [invited] = await ctx.db
      .insert(users)
      .values({
        companyId,
        name,
        role,
        isActive: false,
        invitedEmail: email,
        invitedBy: userId,
        invitedAt: sql`now()`,
        inviteSequence: 1,
      })
      .returning({ id: users.id })
    await queueEmail(ctx, { companyId, userId: invited!.id, emailType: 'invitation', sequence: 1 })
    await recordActivity(ctx, {
      companyId,
      activity: 'user.invited',
      subject: 'user',
      subjectId: invited!.id,
      subjectName: name,
      changes: [{ field: 'role', from: null, to: role }],
    })
    return invited!.id
  }).catch((error) => {
    throw violates(error, 'users_invited_key') ? refusal(companyMessages.alreadyInvited) : error
  })
  ctx.wakeEmailWorker()
  return getUser(ctx, id)
}

/**
 * Sends a new invitation in the caller's name, which invalidates the earlier link.
 *
 * @throws AppError not_found; conflict if it was accepted; too_many
 */
export async function resendInvitation(ctx: StaffContext, id: number): Promise<CompanyUser> {
  const { companyId, userId } = ctx.actor
  await inTransaction(ctx, async (ctx) => {
    const { user } = await lockUser(ctx, id)
    const reason = userCan.resend(user)
    if (reason) throw new AppError('conflict', reason)
    await assertStillAllowed(ctx, 'company.manage')
    await consumePoint(ctx, rateLimits.invitationsOfCompany, companyId, companyMessages.tooManyInvitations)
    const sequence = user.inviteSequence + 1
    await ctx.db
      .update(users)
      .set({ inviteSequence: sequence, invitedBy: userId, invitedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(users.id, id), eq(users.companyId, companyId)))
    await queueEmail(ctx, { companyId, userId: id, emailType: 'invitation', sequence })
    await recordActivity(ctx, {
      companyId,
      activity: 'user.reinvited',
      subject: 'user',
      subjectId: id,
      subjectName: user.name,
    })
  })
  ctx.wakeEmailWorker()
  return getUser(ctx, id)
}
