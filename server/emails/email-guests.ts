import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { GuestMessageInput, GuestsOfMessage, WhichGuests } from '@trunkshow/contract/emails/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { getReachableEvent } from '../events/queries.ts'
import { guestMessages } from '../platform/db/schema/mail.ts'
import { readRoom } from '../platform/mail/limits.ts'
import { inMailTransaction, queueEmail, typeAndAudience } from '../platform/mail/outbox.ts'
import { bookingsOf, findTester } from './emails.ts'

/** Returns whom a message would go to now, and what of it could be sent at once. @throws AppError not_found */
export async function countGuests(ctx: StaffContext, eventId: number, which: WhichGuests) {
  const { companyId } = await getReachableEvent(ctx, 'bookings.manage', eventId)
  const { rows } = await ctx.db.execute<Pick<GuestsOfMessage, 'guests' | 'withoutEmail'>>(sql`
    SELECT count(DISTINCT lower(b.attendee_email))::int AS guests,
      count(*) FILTER (WHERE b.attendee_email IS NULL)::int AS "withoutEmail"
    ${bookingsOf({ companyId, eventId, ...which })}`)
  return { ...rows[0]!, ...(await readRoom(ctx, companyId, 'message')) }
}

const messageOf = (companyId: number, eventId: number, input: GuestMessageInput) => ({
  ...{ companyId, eventId, slotDate: input.date ?? null, includesPast: input.includesPast ?? false },
  ...{ subject: input.subject, text: input.text },
})

/**
 * Emails an event's guests: one row of the outbox for each address, which the worker sends as any other (decision 086).
 *
 * @param key the form's Idempotency-Key: a repeat sends nothing, and returns what the first one did
 * @returns how many guests it goes to
 * @throws AppError not_found; conflict if no guest gets it; key_reused for a key sent with another message
 */
export async function emailGuests(
  ctx: StaffContext,
  eventId: number,
  input: GuestMessageInput,
  key: string | null,
): Promise<{ guests: number }> {
  const { companyId, name } = await getReachableEvent(ctx, 'bookings.manage', eventId)
  const message = messageOf(companyId, eventId, input)
  const guests = await inMailTransaction(ctx, async (ctx) => {
    // Of two at once with one key, the second waits here until the first has committed.
    const [made] = await ctx.db
      .insert(guestMessages)
      .values({ ...message, idempotencyKey: key })
      .onConflictDoNothing()
      .returning({ id: guestMessages.id })
    if (!made) return countSent(ctx, message, key)
    const { rowCount } = await ctx.db.execute(sql`
      INSERT INTO email_notifications (company_id, booking_id, message_id, email_type, audience, sequence, actor_id)
      SELECT company_id, id, ${made.id}::int, ${typeAndAudience('guest_message')}, sequence, ${ctx.actor.userId}::int
      FROM (
        SELECT DISTINCT ON (lower(b.attendee_email)) b.company_id, b.id, b.sequence, s.starts_at
        ${bookingsOf({ companyId, eventId, ...input })} AND b.attendee_email <> ''
        ORDER BY lower(b.attendee_email), s.starts_at, b.id
      ) AS guest
      ORDER BY starts_at, id`)
    if (!rowCount) throw new AppError('conflict', emailMessages.noGuests)
    const changes = { subject: input.subject, date: input.date, guests: String(rowCount) }
    await record(
      ctx,
      'event.emailed',
      { id: eventId, name, companyId },
      Object.entries(changes).flatMap(([field, to]) => (to ? [{ field, from: null, to }] : [])),
    )
    return rowCount
  })
  return { guests }
}

/** Returns how many guests the first message with this key went to. @throws AppError key_reused if it was another */
async function countSent(
  { db }: StaffContext,
  { eventId, ...message }: ReturnType<typeof messageOf>,
  key: string | null,
): Promise<number> {
  const [first] = await db
    .select()
    .from(guestMessages)
    .where(and(eq(guestMessages.eventId, eventId), eq(guestMessages.idempotencyKey, key ?? '')))
  const isSame = Object.entries(message).every(([field, value]) => first?.[field as 'text'] === value)
  if (!first || !isSame) throw new AppError('key_reused', emailMessages.messageKeyReused)
  const { rows } = await db.execute<{ guests: number }>(sql`
    SELECT count(*)::int AS guests FROM email_notifications WHERE message_id = ${first.id} AND resend_of IS NULL`)
  return rows[0]!.guests
}

/**
 * Emails a message to the caller alone, as its next guest would get it.
 *
 * @throws AppError not_found; conflict without a confirmed email, or without a guest who would get it
 */
export async function sendTest(ctx: StaffContext, eventId: number, input: GuestMessageInput) {
  const { companyId } = await getReachableEvent(ctx, 'bookings.manage', eventId)
  const { userId } = ctx.actor
  const tester = await findTester(ctx, userId)
  if (!tester) throw new AppError('conflict', emailMessages.testNeedsEmail)
  const { guests } = await countGuests(ctx, eventId, input)
  if (guests === 0) throw new AppError('conflict', emailMessages.noGuests)
  await inMailTransaction(ctx, async (ctx) => {
    const [made] = await ctx.db
      .insert(guestMessages)
      .values(messageOf(companyId, eventId, input))
      .returning({ id: guestMessages.id })
    const mail = { companyId, userId, messageId: made!.id, sequence: 0 }
    await queueEmail(ctx, { ...mail, emailType: 'guest_message_test' })
  })
  return { toEmail: tester.email }
}
