import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { AppError, fieldError, firstOf } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import {
  type CoHost,
  type CoHostInvitation,
  coHostInvitation,
  coHost as coHostView,
} from '@trunkshow/contract/events/schema.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { users } from '../platform/db/schema/company.ts'
import { eventCoHosts, events } from '../platform/db/schema/events.ts'
import { columnsOf, own, refusing } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { consumePoint, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { assertStillAllowed } from '../platform/http/route.ts'
import { isUnexpired, readSignedId } from '../platform/http/tokens.ts'
import { inMailTransaction, queueEmail } from '../platform/mail/outbox.ts'
import { assignEmail } from '../session/confirm-email.ts'
import { getReachableEvent } from './queries.ts'

const coHostRow = columnsOf(eventCoHosts, coHostView)

/** Lists an event's co-hosts, including open invitations. @throws AppError not_found */
export async function listCoHosts(ctx: StaffContext, eventId: number): Promise<CoHost[]> {
  await getReachableEvent(ctx, 'events.edit', eventId)
  return ctx.db
    .select({ ...coHostRow, name: users.name })
    .from(eventCoHosts)
    .leftJoin(users, eq(users.id, eventCoHosts.userId))
    .where(own(ctx, eventCoHosts, { eventId }))
    .orderBy(asc(eventCoHosts.id))
    .limit(100)
}

/**
 * Emails an invitation to manage the slots and bookings of one event (docs/product.md, Co-hosts).
 *
 * @throws AppError not_found for another company's event; taken for an invited email or a colleague's; too_many
 */
export async function inviteCoHost(ctx: StaffContext, eventId: number, email: string): Promise<CoHost> {
  const { companyId, userId } = ctx.actor
  const event = await getReachableEvent(ctx, 'events.edit', eventId)
  const [colleague] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, companyId), sql`lower(${users.email}) = lower(${email})`))
  if (colleague) throw fieldError('taken', 'email', eventMessages.coHostIsColleague)
  const coHost = await inMailTransaction(ctx, async (ctx) => {
    await assertStillAllowed(ctx, 'events.edit')
    await consumePoint(
      ctx,
      rateLimits.coHostInvitationsOfCompany,
      companyId,
      companyMessages.tooManyInvitations,
    )
    const [coHost] = await ctx.db
      .insert(eventCoHosts)
      .values({ companyId, eventId, invitedEmail: email, invitedBy: userId })
      .returning(coHostRow)
    await queueEmail(ctx, { companyId, coHostId: coHost!.id, emailType: 'co_host_invitation', sequence: 0 })
    await recordCoHost(ctx, 'coHost.invited', { ...event, eventId, email })
    return coHost!
  }).catch(
    refusing({
      // The event was deleted by another request.
      event_co_hosts_event_id_events_id_fk: ['not_found', eventMessages.notFound],
      event_co_hosts_key: ['taken', eventMessages.coHostExists, 'email'],
    }),
  )
  return { ...coHost, name: null }
}

/** Ends a co-host's access, or withdraws an open invitation. @throws AppError not_found */
export async function removeCoHost(ctx: StaffContext, eventId: number, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const event = await getReachableEvent(ctx, 'events.edit', eventId)
    const deleted = await ctx.db
      .delete(eventCoHosts)
      .where(own(ctx, eventCoHosts, { id, eventId }))
      .returning({ email: eventCoHosts.invitedEmail })
    const { email } = firstOf(deleted, eventMessages.coHostNotFound)
    await recordCoHost(ctx, 'coHost.removed', { ...event, eventId, email })
  })
}

/** Logs that a co-host was invited to an event, joined it, or was removed. */
export function recordCoHost(
  ctx: StaffContext,
  activity: 'coHost.invited' | 'coHost.joined' | 'coHost.removed',
  { companyId, eventId, name, email }: { companyId: number; eventId: number; name: string; email: string },
) {
  const gone = activity === 'coHost.removed'
  const change = { field: 'coHost', from: gone ? email : null, to: gone ? null : email }
  return record(ctx, activity, { id: eventId, name, companyId }, [change])
}

/** Returns what a link invites to, without accepting it. @throws AppError not_found */
export async function readCoHostInvitation(ctx: Context, token: string) {
  const id = Number(readSignedId(ctx.config, 'co-host', token, 0))
  const [found] = await ctx.db
    .select({
      ...columnsOf(events, coHostInvitation),
      ...columnsOf(eventCoHosts, coHostInvitation),
      companyId: eventCoHosts.companyId,
      eventName: events.name,
    })
    .from(eventCoHosts)
    .innerJoin(events, eq(events.id, eventCoHosts.eventId))
    .where(
      and(
        eq(eventCoHosts.id, id),
        eq(eventCoHosts.isActive, false),
        isUnexpired('co-host', eventCoHosts.createdAt),
      ),
    )
  if (!found) throw new AppError('not_found', eventMessages.coHostLinkGone)
  return { id, ...found }
}

/**
 * Accepts a co-host invitation for the user who is logged in with the invited email.
 *
 * @throws AppError not_found when the link has expired or was used, forbidden for another account
 */
export async function acceptCoHost(ctx: StaffContext, token: string): Promise<CoHostInvitation> {
  const invitation = await readCoHostInvitation(ctx, token)
  const { id, companyId, invitedEmail, eventId, eventName } = invitation
  if (invitedEmail.toLowerCase() !== ctx.actor.email.toLowerCase()) {
    throw new AppError('forbidden', eventMessages.coHostOtherAccount(invitedEmail))
  }
  await inTransaction(ctx, async (ctx) => {
    const { rowCount } = await ctx.db
      .update(eventCoHosts)
      .set({ isActive: true, userId: ctx.actor.userId })
      .where(and(eq(eventCoHosts.id, id), sql`NOT ${eventCoHosts.isActive}`))
    if (!rowCount) throw new AppError('not_found', eventMessages.coHostLinkGone)
    await assignEmail(ctx, ctx.actor.userId, ctx.actor.email) // the link was sent to it
    await recordCoHost(ctx, 'coHost.joined', { companyId, eventId, name: eventName, email: invitedEmail })
  })
  return invitation
}
