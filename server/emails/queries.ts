import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import { failuresWithoutReply, guestEmailTypes, RESENDS_PER_DAY } from '@trunkshow/contract/emails/rules.ts'
import type { Email, ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { mayDo } from '@trunkshow/contract/permissions.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { idsWithEmail } from '../customers/queries.ts'
import { bookings } from '../db/schema/bookings.ts'
import { events } from '../db/schema/events.ts'
import { emailNotifications, emails } from '../db/schema/mail.ts'
import { iso, runQuery, selection } from '../db/statement.ts'
import { type Listed, sortedBy } from '../http/list-rows.ts'
import { isGuestEmail, isToGuest, needsAttention } from '../mail/attention.ts'
import { RETRY_FOR_SECONDS } from '../mail/record-outcome.ts'

const about = {
  attendeeName: sql<string | null>`${bookings.attendeeName}`,
  eventId: sql<number | null>`${events.id}`,
  eventName: sql<string | null>`${events.name}`,
}

/** The columns of an email that ended. */
const endedRow = {
  id: emails.id,
  emailType: sql<ListedEmail['emailType']>`${emails.emailType}`,
  status: sql<ListedEmail['status']>`${emails.status}`,
  toEmail: emails.toEmail,
  subject: emails.subject,
  bookingId: emails.bookingId,
  ...about,
  userId: emails.userId,
  createdAt: iso(emails.createdAt),
  sentAt: sql<string | null>`CASE WHEN ${emails.status} = 'sent' THEN ${iso(emails.endedAt)} END`,
  waitsFor: sql<null>`NULL`,
  nextAttemptAt: sql<null>`NULL`,
  failure: emails.failure,
  retriedUntil: sql<null>`NULL`,
  needsAttention,
}

const mail = emailNotifications
const guestAddress = sql`CASE WHEN ${isToGuest(sql`email_notifications`)} THEN ${bookings.attendeeEmail} END`

/** The columns of an email that is to be sent. */
const openRow = {
  id: mail.id,
  emailType: sql<ListedEmail['emailType']>`${mail.emailType}`,
  status: sql<ListedEmail['status']>`${mail.status}`,
  toEmail: sql<string | null>`nullif(coalesce(${mail.recipientEmail}, ${guestAddress}), '')`,
  subject: mail.subject,
  bookingId: mail.bookingId,
  ...about,
  userId: mail.userId,
  createdAt: iso(mail.createdAt),
  sentAt: sql<null>`NULL`,
  waitsFor: mail.waitsFor,
  nextAttemptAt: sql<
    string | null
  >`CASE WHEN isfinite(${mail.nextAttemptAt}) THEN ${iso(mail.nextAttemptAt)} END`,
  failure: mail.failure,
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
      LEFT JOIN ${events} ON ${events.id} = ${bookings.eventId}`,
    order: sortedBy({ id: table.id }, 'falling'),
  }
}
/** The emails that ended. */
export const ended = source(selection(endedRow), emails)
/** The emails that are to be sent. */
export const open = source(selection(openRow), emailNotifications)

/** Whether the caller may see the emails about accounts and invitations of their company too. */
export const seesAccounts = ({ actor }: StaffContext) => mayDo(actor.role, 'company.manage')

/**
 * Limits a query to emails that the caller may see: those about bookings of their company, for admins also those about
 * users, and those to guests of events that they co-host; digests to a host name guests of other events.
 */
function reachable(ctx: StaffContext, table: typeof emails | typeof emailNotifications): SQL {
  const { companyId, coHostOf } = ctx.actor
  const name = table === emails ? sql`emails` : sql`email_notifications`
  return sql`(
    (${table.companyId} = ${companyId} ${seesAccounts(ctx) ? sql`` : sql`AND ${table.bookingId} IS NOT NULL`})
    OR (${isGuestEmail(name)} AND ${events.id} = ANY (${sql.param([...coHostOf])}::int[])))`
}

interface Texts {
  fromEmail: string | null
  customerId: number | null
  body: string | null
  text: string | null
  hasCalendar: boolean
  errorMessage: string | null
}

/** Finds one email that the caller may see, as lists show it; null if there is none. */
export async function findEmail(ctx: StaffContext, id: number): Promise<(ListedEmail & Texts) | null> {
  const customers = idsWithEmail(ctx.actor.companyId, sql`${bookings.attendeeEmail}`)
  const read = (
    { columns, from }: Source,
    table: typeof emails | typeof emailNotifications,
    texts: SQL,
    which: SQL,
  ) =>
    runQuery<ListedEmail & Texts>(
      ctx,
      sql`SELECT ${columns}, ${texts}, ${table.errorMessage} AS "errorMessage", (SELECT min(found.id) FROM (${customers}) AS found) AS "customerId"
        FROM ${from} WHERE ${table.id} = ${id} AND ${reachable(ctx, table)} AND ${which}`,
      { prepared: true },
    )
  const [found] = await read(
    ended,
    emails,
    sql`${emails.fromEmail} AS "fromEmail", ${emails.body}, ${emails.text}, ${emails.hasCalendar} AS "hasCalendar"`,
    sql`true`,
  )
  if (found) return found
  const [waiting] = await read(
    open,
    emailNotifications,
    sql`NULL AS "fromEmail", NULL AS body, NULL AS text, false AS "hasCalendar"`,
    sql`${mail.status} IN ('pending', 'waiting', 'sending')`,
  )
  return waiting ?? null
}

type Refusal = Exclude<keyof typeof emailMessages, 'notFound' | 'whyFailed' | 'nothingToDismiss'>

/** Why an email of this type cannot be sent again to the guest of booking `b` with slot `s`; null if it can. */
export const resendRefusal = (emailType: string): SQL => sql`CASE
  WHEN b.attendee_email = '' THEN 'guestErased'
  WHEN b.status = 'cancelled' AND ${emailType} <> 'booking_cancelled' THEN 'bookingCancelled'
  WHEN s.starts_at <= now() THEN 'startPassed'
  WHEN EXISTS (
    SELECT FROM email_notifications AS m
    WHERE m.booking_id = b.id AND m.email_type = ${emailType} AND (
      m.status IN ('pending', 'sending', 'waiting')
      OR (m.resend_of IS NOT NULL AND m.status = 'sent' AND m.created_at > now() - interval '1 minute'))
  ) THEN 'onItsWay'
  WHEN (
    SELECT count(*) FROM email_notifications AS m
    WHERE m.booking_id = b.id AND m.resend_of IS NOT NULL AND m.created_at > now() - interval '1 day'
  ) >= ${RESENDS_PER_DAY} THEN 'tooOften' END`

/** Finds where an email would go now if it is sent again, and what is against it. */
export async function findResend(
  { db }: Pick<StaffContext, 'db'>,
  { emailType, bookingId }: Pick<ListedEmail, 'emailType' | 'bookingId'>,
): Promise<{ resendTo: string | null; refusal: Refusal | null }> {
  if (!guestEmailTypes.some((type) => type === emailType)) return { resendTo: null, refusal: 'notToGuest' }
  const { rows } = await db.execute<{ resendTo: string | null; refusal: Refusal | null }>(sql`
    SELECT nullif(b.attendee_email, '') AS "resendTo", ${resendRefusal(emailType)} AS refusal
    FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id WHERE b.id = ${bookingId}`)
  return rows[0]!
}

/** The sentence of a refusal. */
export const refusalText = (refusal: Refusal): string =>
  refusal === 'tooOften' ? emailMessages.tooOften(RESENDS_PER_DAY) : emailMessages[refusal]

/** Returns an email as it was sent. @throws AppError not_found */
export async function getEmail(ctx: StaffContext, id: number): Promise<Email> {
  const found = await findEmail(ctx, id)
  if (!found) throw new AppError('not_found', emailMessages.notFound)
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
