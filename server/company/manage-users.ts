import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { userCan } from '@trunkshow/contract/company/rules.ts'
import type {
  AcceptInput,
  CompanyUser,
  Invitation,
  InviteInput,
  UserChangeInput,
} from '@trunkshow/contract/company/schema.ts'
import { AppError, assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { mayDo, type Role } from '@trunkshow/contract/permissions.ts'
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { recordCoHost } from '../events/invite-co-host.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { customers } from '../platform/db/schema/customers.ts'
import { eventCoHosts, shifts } from '../platform/db/schema/events.ts'
import { followUps } from '../platform/db/schema/follow-ups.ts'
import { orders } from '../platform/db/schema/orders.ts'
import { changeRows, own, refusing, setRows } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { consumePoint, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { assertStillAllowed } from '../platform/http/route.ts'
import { isUnexpired, readNumber, readSignedId } from '../platform/http/tokens.ts'
import { inMailTransaction, queueEmail } from '../platform/mail/outbox.ts'
import { endAccess } from '../session/change-password.ts'
import { assignEmail, refuseTaken } from '../session/confirm-email.ts'
import { hashNewPassword } from '../session/hash-password.ts'
import { findCompany, getUser, lockUser } from './queries.ts'

/**
 * Refuses an address that has an account in this company, or a confirmed one in another: accepting the invitation
 * confirms it (decision 029). @throws AppError taken
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
  const message = isOwnCompany ? companyMessages.alreadyColleague : companyMessages.otherCompany
  throw fieldError('taken', 'email', message)
}

/**
 * Invites a user into the company. The emailed link works once, for seven days, and only for this address
 * (docs/product.md, Users and invitations).
 *
 * @throws AppError conflict before the company is saved; taken if the address has an account or an invitation; too_many
 */
export async function inviteUser(ctx: StaffContext, { name, email, role }: InviteInput) {
  const { companyId, userId } = ctx.actor
  if (!(await findCompany(ctx))) throw new AppError('conflict', companyMessages.notSaved)
  await assertNotRegistered(ctx, email)
  await consumePoint(ctx, rateLimits.invitationsOfCompany, companyId, companyMessages.tooManyInvitations)
  const id = await inMailTransaction(ctx, async (ctx) => {
    await assertStillAllowed(ctx, 'company.manage')
    const invitation = { invitedEmail: email, invitedBy: userId, inviteSequence: 1 }
    const [invited] = await ctx.db
      .insert(users)
      .values({ companyId, name, role, isActive: false, ...invitation, invitedAt: sql`now()` })
      .returning({ id: users.id })
    await queueEmail(ctx, { companyId, userId: invited!.id, emailType: 'invitation', sequence: 1 })
    await record(ctx, 'user.invited', { id: invited!.id, name }, [{ field: 'role', from: null, to: role }])
    return invited!.id
  }).catch(refusing({ users_invited_key: ['taken', companyMessages.alreadyInvited, 'email'] }))
  return getUser(ctx, id)
}

/**
 * Sends a new invitation in the caller's name, which invalidates the earlier link.
 *
 * @throws AppError not_found; conflict if it was accepted; too_many
 */
export async function resendInvitation(ctx: StaffContext, id: number): Promise<CompanyUser> {
  const { companyId, userId } = ctx.actor
  await inMailTransaction(ctx, async (ctx) => {
    const { user } = await lockUser(ctx, id)
    assertAllowed(userCan.resend(user))
    await assertStillAllowed(ctx, 'company.manage')
    await consumePoint(ctx, rateLimits.invitationsOfCompany, companyId, companyMessages.tooManyInvitations)
    const sequence = user.inviteSequence + 1
    const changes = { inviteSequence: sequence, invitedBy: userId, invitedAt: sql`now()` }
    await changeRows(ctx, users, own(ctx, users, { id }), changes)
    await queueEmail(ctx, { companyId, userId: id, emailType: 'invitation', sequence })
    await record(ctx, 'user.reinvited', { id, name: user.name })
  })
  return getUser(ctx, id)
}

/** Returns the open invitation of a link. @throws AppError not_found for an invalid or expired link */
async function findOpenInvitation(ctx: Context, token: string, lock?: 'update') {
  const named = and(eq(users.id, readNumber(token)), isUnexpired('invitation', users.invitedAt))
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
    .where(and(named, isNull(users.acceptedAt), isNull(users.removedAt)))
  const [found] = await (lock ? query.for(lock, { of: users }) : query)
  if (!found || !readSignedId(ctx.config, 'invitation', token, found.sequence)) {
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
 * @throws AppError not_found for an invalid or expired link; invalid for a guessable password; taken if the username or
 *   email is in use
 */
export async function acceptInvitation(ctx: Context, token: string, input: AcceptInput) {
  const { email, companyName } = await findOpenInvitation(ctx, token)
  const own = [input.username, input.name, email, companyName]
  const passwordHash = await hashNewPassword('password', input.password, own)
  return inTransaction(ctx, async (ctx) => {
    const { id, companyId, email, role } = await findOpenInvitation(ctx, token, 'update')
    const { username, name } = input
    const account = { username, name, passwordHash, isActive: true, acceptedAt: sql`now()` }
    await changeRows(ctx, users, eq(users.id, id), account)
    await assignEmail(ctx, id, email) // the link proves that the user reads this address
    const actor = { userId: id, companyId, role, name, username, email, coHostOf: [] }
    await record({ ...ctx, actor }, 'user.joined', { id, name })
    return { id, name, username, email, role }
  }).catch(refuseTaken)
}

/** Column values of a removed user: they can't log in, and their username and email are free. */
const removedUserColumns = {
  removedAt: sql`now()`,
  isActive: false,
  username: null,
  email: null,
  emailConfirmedAt: null,
  passwordHash: null,
  inviteSequence: sql`invite_sequence + 1`,
  resetUntil: null,
  updatedAt: sql`now()`,
}

/**
 * Revokes the open invitations and co-host access that a user gave but may no longer give, so that they can't come back
 * through an invitation to a second address. Call it in the transaction that takes the right away.
 *
 * @param role the user's new role; null if deactivated or removed
 */
async function revokeGrants(ctx: StaffContext, userId: number, role: Role | null): Promise<void> {
  const { companyId } = ctx.actor
  if (!role || !mayDo(role, 'company.manage')) {
    const revoked = await ctx.db
      .update(users)
      .set(removedUserColumns)
      .where(and(own(ctx, users, { invitedBy: userId }), isNull(users.acceptedAt), isNull(users.removedAt)))
      .returning({ id: users.id, name: users.name })
    for (const user of revoked) await record(ctx, 'user.removed', user)
  }
  if (!role || !mayDo(role, 'events.edit')) {
    const revoked = await ctx.db
      .delete(eventCoHosts)
      .where(and(eq(eventCoHosts.invitedBy, userId), eq(eventCoHosts.companyId, companyId)))
      .returning({
        eventId: eventCoHosts.eventId,
        email: eventCoHosts.invitedEmail,
        name: sql<string>`(SELECT event.name FROM events AS event WHERE event.id = event_co_hosts.event_id)`,
      })
    for (const coHost of revoked) await recordCoHost(ctx, 'coHost.removed', { ...coHost, companyId })
  }
}

/** Ends what a user who leaves has open, and leaves what they served to no one and no shift (docs/product.md, Who serves whom). */
async function leave(ctx: StaffContext, userId: number): Promise<void> {
  await endAccess(ctx, userId)
  for (const table of [orders, bookings, customers, followUps])
    await setRows(ctx, table, { assigneeId: userId }, { assigneeId: null })
  await ctx.db.delete(shifts).where(own(ctx, shifts, { userId }))
}

/**
 * Changes a user's role, or deactivates or reactivates them, from their next request on. Deactivating ends their
 * sessions and calendar links. Invitations and co-host access they may no longer give are revoked.
 *
 * @throws AppError not_found; conflict for the owner, the last active admin, or a user who never accepted
 */
export async function changeUser(ctx: StaffContext, id: number, change: UserChangeInput) {
  await inTransaction(ctx, async (ctx) => {
    const { user, activeAdmins } = await lockUser(ctx, id)
    const { role = user.role, isActive = user.isActive } = change
    const isUser = own(ctx, users, { id })
    if (role !== user.role) {
      assertAllowed(userCan.changeRole(user, activeAdmins))
      await changeRows(ctx, users, isUser, { role })
      await record(ctx, 'user.role', user, [{ field: 'role', from: user.role, to: role }])
    }
    if (isActive !== user.isActive) {
      assertAllowed(isActive ? userCan.reactivate(user) : userCan.deactivate(user, activeAdmins))
      await changeRows(ctx, users, isUser, { isActive })
      if (!isActive) await leave(ctx, id)
      await record(ctx, isActive ? 'user.reactivated' : 'user.deactivated', user)
    }
    await revokeGrants(ctx, id, isActive ? role : null)
  })
  return getUser(ctx, id)
}

/**
 * Removes a user with their sessions and links, revokes invitations and co-host access they gave, and frees username
 * and email. Records they created stay, as does their name in the log.
 *
 * @throws AppError not_found; conflict for the owner or the last active admin
 */
export async function removeUser(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { user, activeAdmins } = await lockUser(ctx, id)
    assertAllowed(userCan.remove(user, activeAdmins))
    await setRows(ctx, users, { id }, removedUserColumns)
    await leave(ctx, id)
    await record(ctx, 'user.removed', user)
    await revokeGrants(ctx, id, null)
  })
}
