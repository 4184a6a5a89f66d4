import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import {
  type EmailReader,
  failuresWithoutReply,
  guestEmailTypes,
  RESENDS_PER_DAY,
  scheduledEmailTypes,
  typesReadBy,
} from '@trunkshow/contract/emails/rules.ts'
import { type Email, type ListedEmail, listedEmail } from '@trunkshow/contract/emails/schema.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { mayDo } from '@trunkshow/contract/permissions.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isDue } from '../bookings/reminders/scheduled-emails.ts'
import type { StaffContext } from '../context.ts'
import { idsWithEmail } from '../customers/queries.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { emailNotifications, emails } from '../platform/db/schema/mail.ts'
import { waitlistEntries, waitlistOffers } from '../platform/db/schema/waitlist.ts'
import { columnsOf, iso, listed, runQuery, selection } from '../platform/db/statement.ts'
import { type Listed, sortedBy } from '../platform/http/paging.ts'
import { isToGuest, needsAttention } from '../platform/mail/attention.ts'
import { RETRY_FOR_SECONDS } from '../platform/mail/outbox.ts'
import { endsAs } from '../slots/offer-spots.ts'

const about = {
  waitlistEntryId: sql<number | null>`${waitlistEntries.id}`,
  attendeeName: sql<string | null>`coalesce(${bookings.attendeeName}, ${waitlistEntries.attendeeName})`,
  eventId: sql<number | null>`${events.id}`,
  eventName: sql<string | null>`${events.name}`,
}

/** The columns of an email that ended. */
const endedRow = {
  ...columnsOf(emails, listedEmail),
  ...about,
  sentAt: sql<string | null>`CASE WHEN ${emails.status} = 'sent' THEN ${iso(emails.endedAt)} END`,
  waitsFor: sql<null>`NULL`,
  nextAttemptAt: sql<null>`NULL`,
  retriedUntil: sql<null>`NULL`,
  needsAttention,
}

const mail = emailNotifications
/** The address of the guest who booked or waits. */
const attendeeEmail = sql`coalesce(${bookings.attendeeEmail}, ${waitlistEntries.attendeeEmail})`
const guestAddress = sql`CASE WHEN ${isToGuest(sql`email_notifications`)} THEN coalesce(${attendeeEmail}, (
  SELECT o.customer_email FROM orders AS o WHERE o.id = email_notifications.order_id)) END`

/** The columns of an email that is to be sent. */
const openRow = {
  ...columnsOf(mail, listedEmail),
  ...about,
  toEmail: sql<string | null>`nullif(coalesce(${mail.recipientEmail}, ${guestAddress}), '')`,
  sentAt: sql<null>`NULL`,
  nextAttemptAt: sql<
    string | null
  >`CASE WHEN isfinite(${mail.nextAttemptAt}) THEN ${iso(mail.nextAttemptAt)} END`,
  retriedUntil: iso<string | null>(
    sql`(${mail.failingSince} + ${sql.raw(String(RETRY_FOR_SECONDS))} * interval '1 second')`,
  ),
  needsAttention: sql<boolean>`false`,
}

type Source = Omit<Listed<ListedEmail>, 'scope' | 'words'>

function source(columns: SQL, table: typeof emails | typeof emailNotifications): Source {
  return {
    columns: columns as SQL<ListedEmail>,
    from: sql`${table} LEFT JOIN ${bookings} ON ${bookings.id} = ${table.bookingId}
      LEFT JOIN ${waitlistEntries} ON ${waitlistEntries.id} = ${table.waitlistEntryId}
      LEFT JOIN ${events} ON ${events.id} = coalesce(${bookings.eventId}, ${waitlistEntries.eventId})`,
    order: sortedBy({ id: table.id }, 'falling'),
  }
}
/** The emails that ended. */
export const ended = source(selection(endedRow), emails)
/** The emails that are to be sent. */
export const open = source(selection(openRow), emailNotifications)

/** The condition that a row of `emails` or of the outbox is one that this reader may read (docs/product.md, What happened to an email). */
const isReadBy = (reader: EmailReader, table: SQL): SQL =>
  sql`${table}.email_type IN (${listed(typesReadBy(reader))})`

/** The same for the caller, of a company's emails: their own's by their role, or another's as co-host of the event they are about. */
export const mayRead = ({ actor }: StaffContext, companyId: number, table: SQL): SQL => {
  if (companyId !== actor.companyId) return isReadBy('co-hosts', table)
  return isReadBy(mayDo(actor.role, 'company.manage') ? 'admins' : 'company', table)
}

/** Limits a query to emails that the caller may read: of their company, and of events that they co-host. */
function reachable(ctx: StaffContext, table: typeof emails | typeof emailNotifications): SQL {
  const { companyId, coHostOf } = ctx.actor
  const name = table === emails ? sql`emails` : sql`email_notifications`
  return sql`(
    (${table.companyId} = ${companyId} AND ${mayRead(ctx, companyId, name)})
    OR (${isReadBy('co-hosts', name)} AND ${events.id} = ANY (${sql.param([...coHostOf])}::int[])))`
}

/** An email, without what can be done with it now. */
type StoredEmail = Omit<Email, 'resendTo' | 'cannotResend'>

/** Finds one email that the caller may see, as lists show it; null if there is none. */
export async function findEmail(ctx: StaffContext, id: number): Promise<StoredEmail> {
  const customers = idsWithEmail(ctx.actor.companyId, attendeeEmail)
  const read = (
    { columns, from }: Source,
    table: typeof emails | typeof emailNotifications,
    texts: SQL,
    which: SQL,
  ) =>
    runQuery<StoredEmail>(
      ctx,
      sql`SELECT ${columns}, ${texts}, ${table.errorMessage} AS "errorMessage", (SELECT min(found.id) FROM (${customers}) AS found) AS "customerId",
          ${table.companyId} = ${ctx.actor.companyId} AS "isOwn"
        FROM ${from} WHERE ${table.id} = ${id} AND ${reachable(ctx, table)} AND ${which}`,
    )
  const [found] = await read(
    ended,
    emails,
    sql`${emails.fromEmail} AS "fromEmail", ${emails.body}, ${emails.text}, ${emails.hasCalendar} AS "hasCalendar"`,
    sql`true`,
  )
  if (found) return found
  const waiting = await read(
    open,
    emailNotifications,
    sql`NULL AS "fromEmail", NULL AS body, NULL AS text, false AS "hasCalendar"`,
    sql`${mail.status} IN ('pending', 'waiting', 'sending')`,
  )
  return firstOf(waiting, emailMessages.notFound)
}

type Refusal = Exclude<
  keyof typeof emailMessages,
  'notFound' | 'cannotTurnOff' | 'whyFailed' | 'nothingToDismiss' | 'alreadyOnWaitlist'
>

type Resent = Pick<ListedEmail, 'id' | 'emailType' | 'bookingId' | 'waitlistEntryId'>

/** The end of a CASE: why an email about a subject, which a condition of the outbox as `m` names, cannot be sent again yet. */
const tooSoon = (emailType: string, subject: SQL) => sql`
  WHEN EXISTS (
    SELECT FROM email_notifications AS m
    WHERE ${subject} AND m.email_type = ${emailType} AND (
      m.status IN ('pending', 'sending', 'waiting')
      OR (m.resend_of IS NOT NULL AND m.status = 'sent' AND m.created_at > now() - interval '1 minute'))
  ) THEN 'onItsWay'
  WHEN (
    SELECT count(*) FROM email_notifications AS m
    WHERE ${subject} AND m.resend_of IS NOT NULL AND m.created_at > now() - interval '1 day'
  ) >= ${RESENDS_PER_DAY} THEN 'tooOften' END`

/** Why an email of this type cannot be sent again to the guest of booking `b` with slot `s`; null if it can. */
const bookingRefusal = ({ id, emailType }: Resent, bookingId: number): SQL => sql`CASE
  WHEN b.attendee_email = '' THEN 'guestErased'
  WHEN b.status = 'cancelled' AND ${emailType} <> 'booking_cancelled' THEN 'bookingCanceled'
  WHEN ${emailType !== 'booking_thanks'} AND s.starts_at <= now() AND NOT EXISTS (
    SELECT FROM email_notifications AS m JOIN guest_messages AS g ON g.id = m.message_id
    WHERE m.id = ${id} AND g.includes_past
  ) THEN 'startPassed'
  WHEN ${scheduledEmailTypes.some((type) => type === emailType)}
    AND NOT ${isDue({ emailType, bookingId: sql`${bookingId}::int` })} THEN 'timePassed'
  ${tooSoon(emailType, sql`m.booking_id = b.id`)}`

/** The same for the guest of waitlist entry `w`, with their open offer. */
const waitRefusal = (emailType: string): SQL => sql`CASE
  WHEN w.attendee_email = '' THEN 'guestErased'
  WHEN ${emailType === 'waitlist_offer' ? sql`${waitlistOffers.id} IS NULL` : sql`w.status <> 'waiting'`} THEN 'notWaiting'
  ${tooSoon(emailType, sql`m.waitlist_entry_id = w.id`)}`

/** Selects what an email sent again is about, as the outbox stores it, where it goes, and what is against it. */
export const selectResend = ({ id, emailType, bookingId, waitlistEntryId }: Resent): SQL =>
  bookingId !== null
    ? sql`
      SELECT b.company_id, b.id AS booking_id, NULL::int AS waitlist_entry_id, b.sequence, b.attendee_email,
        ${bookingRefusal({ id, emailType, bookingId, waitlistEntryId }, bookingId)} AS refusal
      FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id WHERE b.id = ${bookingId}`
    : sql`
      SELECT w.company_id, NULL::int AS booking_id, w.id AS waitlist_entry_id,
        coalesce(${waitlistOffers.id}, 0) AS sequence, w.attendee_email, ${waitRefusal(emailType)} AS refusal
      FROM waitlist_entries AS w LEFT JOIN (
        waitlist_offers JOIN time_slots ON time_slots.id = waitlist_offers.time_slot_id
          JOIN events ON events.id = time_slots.event_id
      ) ON waitlist_offers.entry_id = w.id AND waitlist_offers.state = 'open' AND ${endsAs} IS NULL
      WHERE w.id = ${waitlistEntryId}`

/** Finds where an email would go now if it is sent again, and what is against it. */
export async function findResend(
  { db }: Pick<StaffContext, 'db'>,
  email: Resent,
): Promise<{ resendTo: string | null; refusal: Refusal | null }> {
  if (!isToGuests(email)) return { resendTo: null, refusal: 'notToGuest' }
  const { rows } = await db.execute<{ resendTo: string | null; refusal: Refusal | null }>(sql`
    SELECT nullif(attendee_email, '') AS "resendTo", refusal FROM (${selectResend(email)}) AS found`)
  return rows[0]!
}

/** Whether it is an email to a guest about their booking or wait. */
export const isToGuests = ({ emailType }: Pick<ListedEmail, 'emailType'>): boolean =>
  guestEmailTypes.some((type) => type === emailType)

export const refusalText = (refusal: Refusal): string =>
  refusal === 'tooOften' ? emailMessages.tooOften(RESENDS_PER_DAY) : emailMessages[refusal]

/** Returns an email as it was sent. @throws AppError not_found */
export async function getEmail(ctx: StaffContext, id: number): Promise<Email> {
  const found = await findEmail(ctx, id)
  const { failure, errorMessage } = found
  const isReply = failure !== null && !failuresWithoutReply.includes(failure)
  const { resendTo, refusal } = await findResend(ctx, found)
  return {
    ...found,
    errorMessage: isReply ? errorMessage : null,
    resendTo,
    cannotResend: refusal && refusalText(refusal),
  }
}
