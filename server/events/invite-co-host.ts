import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import type { CoHost } from '@trunkshow/contract/events/schema.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { violates } from '../platform/db/errors.ts'
import { users } from '../platform/db/schema/company.ts'
import { eventCoHosts, events } from '../platform/db/schema/events.ts'
import { iso } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertStillAllowed } from '../platform/http/guards/assert-still-allowed.ts'
import { consumePoint, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import { recordCoHost } from './accept-co-host.ts'
import { ownEvents } from './queries.ts'

const coHostRow = {
  id: eventCoHosts.id,
  eventId: eventCoHosts.eventId,
  userId: eventCoHosts.userId,
  invitedEmail: eventCoHosts.invitedEmail,
  isActive: eventCoHosts.isActive,
  createdAt: iso(eventCoHosts.createdAt),
}

/** Returns an event of the company. @throws AppError not_found */
async function getOwnEvent(ctx: StaffContext, id: number) {
  const [event] = await ctx.db
    .select({ name: events.name, companyId: events.companyId })
    .from(events)
    .where(and(eq(events.id, id), ownEvents(ctx)))
  if (!event) throw new AppError('not_found', eventMessages.notFound)
  return event
}

/** Lists an event's co-hosts, including open invitations. @throws AppError not_found */
export async function listCoHosts(ctx: StaffContext, eventId: number): Promise<CoHost[]> {
  await getOwnEvent(ctx, eventId)
  return ctx.db
    .select({ ...coHostRow, name: users.name })
    .from(eventCoHosts)
    .leftJoin(users, eq(users.id, eventCoHosts.userId))
    .where(and(eq(eventCoHosts.eventId, eventId), eq(eventCoHosts.companyId, ctx.actor.companyId)))
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
  const refusal = (message: string) => new AppError('taken', message, { fields: { email: message } })
  const event = await getOwnEvent(ctx, eventId)
  const [colleague] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, companyId), sql`lower(${users.email}) = lower(${email})`))
  if (colleague) throw refusal(eventMessages.coHostIsColleague)
  const coHost = await inTransaction(ctx, async (ctx) => {
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
  }).catch((error) => {
    // The event was deleted by another request.
    if (violates(error, 'event_co_hosts_event_id_events_id_fk'))
      throw new AppError('not_found', eventMessages.notFound)
    throw violates(error, 'event_co_hosts_key') ? refusal(eventMessages.coHostExists) : error
  })
  ctx.wakeEmailWorker()
  return { ...coHost, name: null }
}

/** Ends a co-host's access, or withdraws an open invitation. @throws AppError not_found */
export async function removeCoHost(ctx: StaffContext, eventId: number, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const event = await getOwnEvent(ctx, eventId)
    const [gone] = await ctx.db
      .delete(eventCoHosts)
      .where(
        and(
          eq(eventCoHosts.id, id),
          eq(eventCoHosts.eventId, eventId),
          eq(eventCoHosts.companyId, ctx.actor.companyId),
        ),
      )
      .returning({ email: eventCoHosts.invitedEmail })
    if (!gone) throw new AppError('not_found', eventMessages.coHostNotFound)
    await recordCoHost(ctx, 'coHost.removed', { ...event, eventId, email: gone.email })
  })
}
