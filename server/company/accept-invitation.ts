import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { INVITATION_DAYS } from '@trunkshow/contract/company/rules.ts'
import type { AcceptInput, Invitation } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { Context } from '../context.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isLink, readLinkId } from '../platform/http/tokens.ts'
import { assignEmail, toTakenError } from '../session/confirm-email.ts'
import { hashNewPassword } from '../session/hash-password.ts'

/** Returns the open invitation of a link. @throws AppError not_found for an invalid or expired link */
async function findOpenInvitation(ctx: Context, token: string, lock?: 'update') {
  const id = readLinkId(token)
  const isFresh: SQL = sql`${users.invitedAt} > now() - ${INVITATION_DAYS} * interval '1 day'`
  const query = ctx.db
    .select({
      id: users.id,
      companyId: users.companyId,
      companyName: sql<string>`coalesce(${companies.companyName}, '')`,
      name: users.name,
      email: sql<string>`${users.invitedEmail}`,
      role: users.role,
      sequence: users.inviteSequence,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.id, id ?? 0), isNull(users.acceptedAt), isNull(users.removedAt), isFresh))
  const [found] = await (lock ? query.for(lock, { of: users }) : query)
  if (!found || !isLink(ctx.config, 'invitation', found.id, found.sequence, token)) {
    throw new AppError('not_found', companyMessages.invitationGone)
  }
  return found
}

/** Returns what the link invites to, without accepting it. @throws AppError not_found */
export async function readInvitation(ctx: Context, token: string): Promise<Invitation> {
  const { companyName, name, email, role } = await findOpenInvitation(ctx, token)
  return { companyName, name, email, role }
}

/**
 * Accepts an invitation once. The user gets a username, a password and the email address that was invited.
 *
 * @throws AppError not_found for an invalid or expired link; invalid for a guessable password; taken if the username or email is in use
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  input: AcceptInput,
): Promise<SessionUser> {
  const { email, companyName } = await findOpenInvitation(ctx, token)
  const own = [input.username, input.name, email, companyName]
  const passwordHash = await hashNewPassword('password', input.password, own)
  return inTransaction(ctx, async (ctx) => {
    const { id, companyId, email, role } = await findOpenInvitation(ctx, token, 'update')
    const { username, name } = input
    await ctx.db
      .update(users)
      .set({
        username,
        name,
        passwordHash,
        isActive: true,
        acceptedAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(eq(users.id, id))
    await assignEmail(ctx, id, email) // the link proves that the user reads this address
    const actor = { userId: id, companyId, role, name, username, email, coHostOf: [] }
    await recordActivity(
      { ...ctx, actor },
      { companyId, activity: 'user.joined', subject: 'user', subjectId: id, subjectName: name },
    )
    return { id, name, username, email, role }
  }).catch((error) => {
    throw toTakenError(error)
  })
}
