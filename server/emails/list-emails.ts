import { typesOfKind } from '@trunkshow/contract/emails/rules.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import type { whichEmails } from '@trunkshow/contract/emails/screens.ts'
import { and, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { getBooking } from '../bookings/queries.ts'
import type { StaffContext } from '../context.ts'
import { bookingsOf, waitsOf } from '../customers/records-of.ts'
import { getReachableEvent, withinReach } from '../events/queries.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { emails, emailNotifications as mail } from '../platform/db/schema/mail.ts'
import { hasWords, listed } from '../platform/db/statement.ts'
import { cursorOf, type List, listRows, readPage } from '../platform/http/paging.ts'
import { isToGuest, needsAttention } from '../platform/mail/attention.ts'
import { ended, mayRead, open } from './queries.ts'

type EmailFilter = z.output<typeof whichEmails>

/** What the emails are about, as selects of bookings, waits and orders; undefined for any. */
function subjectsOf(companyId: number, filter: EmailFilter) {
  const { bookingId, waitlistOf, orderId } = filter
  const none = sql`SELECT 0`
  if (bookingId !== undefined) return { bookings: sql`SELECT ${bookingId}::int`, waits: none, orders: none }
  if (orderId !== undefined) {
    const own = sql`FROM orders WHERE id = ${orderId} AND company_id = ${companyId}`
    return { bookings: sql`SELECT booking_id ${own}`, waits: none, orders: sql`SELECT id ${own}` }
  }
  if (waitlistOf !== undefined)
    return {
      bookings: none,
      waits: sql`
        SELECT id FROM waitlist_entries
        WHERE event_id = ${waitlistOf} AND company_id = ${companyId} AND status IN ('waiting', 'offered')`,
      orders: none,
    }
  const { customerId, guestOfBooking, guestOfWait } = filter
  if ((customerId ?? guestOfBooking ?? guestOfWait) === undefined) return undefined
  const orders =
    customerId === undefined
      ? none
      : sql`SELECT id FROM orders WHERE customer_id = ${customerId} AND company_id = ${companyId}`
  const who = { customerId, bookingId: guestOfBooking, waitlistEntryId: guestOfWait }
  return { bookings: bookingsOf(companyId, who), waits: waitsOf(companyId, who), orders }
}

/** Returns the company whose emails are listed. @throws AppError not_found */
async function companyOf(ctx: StaffContext, { bookingId, waitlistOf }: EmailFilter): Promise<number> {
  if (bookingId !== undefined) {
    const scope = and(sql`${bookings.id} = ${bookingId}`, withinReach(ctx, 'bookings.see', bookings))!
    return (await getBooking(ctx, scope)).event.companyId
  }
  if (waitlistOf === undefined) return ctx.actor.companyId
  return (await getReachableEvent(ctx, 'bookings.see', waitlistOf)).companyId
}

/**
 * Lists emails, latest first: those of the caller's company, of one person, or of one booking or an event's
 * waitlist, which co-hosts see too. Emails that are to be sent come from the outbox, all others from the table that keeps them.
 *
 * @throws AppError not_found for a booking or an event that the caller can't see
 */
export async function listEmails(
  ctx: StaffContext,
  given: { limit: number; cursor?: string },
  filter: EmailFilter,
): Promise<List<ListedEmail>> {
  const { q, state, kind } = filter
  const companyId = await companyOf(ctx, filter)
  const page = readPage({ ...given, count: true }) // its parts are added up
  const types = kind && listed(typesOfKind(kind))
  const subjects = subjectsOf(companyId, filter)
  const outbox =
    subjects &&
    sql`
    SELECT coalesce(m.digest_id, m.id) FROM email_notifications AS m
    WHERE m.booking_id = ANY (ARRAY(${subjects.bookings})) AND m.company_id = ${companyId}
    UNION ALL SELECT m.id FROM email_notifications AS m
    WHERE m.waitlist_entry_id = ANY (ARRAY(${subjects.waits})) AND m.company_id = ${companyId}
    UNION ALL SELECT m.id FROM email_notifications AS m
    WHERE m.order_id = ANY (ARRAY(${subjects.orders})) AND m.company_id = ${companyId}`

  async function listOpen() {
    if (state && state !== 'waiting') return null
    // Each has an index of its own.
    const due = sql`
      SELECT m.id FROM email_notifications AS m WHERE m.company_id = ${companyId} AND m.status = 'pending'
      UNION ALL
      SELECT m.id FROM email_notifications AS m WHERE m.company_id = ${companyId} AND m.status IN ('waiting', 'sending')`
    const address = sql`coalesce(email_notifications.recipient_email, (
      SELECT b.attendee_email FROM bookings AS b
      WHERE b.id = email_notifications.booking_id AND ${isToGuest(sql`email_notifications`)}
    ), (SELECT w.attendee_email FROM waitlist_entries AS w WHERE w.id = email_notifications.waitlist_entry_id),
      (SELECT o.customer_email FROM orders AS o WHERE o.id = email_notifications.order_id), '')`
    return listRows(ctx, page, {
      ...open,
      scope: and(
        sql`${mail.id} = ANY (ARRAY(${outbox ?? due})) AND ${mail.status} IN ('pending', 'waiting', 'sending')`,
        mayRead(ctx, companyId, sql`email_notifications`),
        types && sql`${mail.emailType} IN (${types})`,
      ),
      words: q
        ? hasWords(sql`search_words(email_notifications.company_id, ${address})`, companyId, q)
        : undefined,
    })
  }

  async function listEnded() {
    if (state === 'waiting') return null
    const status =
      state === 'attention' ? needsAttention : state && sql`${emails.status} = ${sql.raw(`'${state}'`)}`
    return listRows(ctx, page, {
      ...ended,
      scope: and(
        sql`${emails.companyId} = ${companyId}`,
        outbox && sql`${emails.id} = ANY (ARRAY(${outbox}))`,
        mayRead(ctx, companyId, sql`emails`),
        types && sql`${emails.emailType} IN (${types})`,
        status,
      ),
      words: q ? hasWords(emails.words, companyId, q) : undefined,
    })
  }

  // In this order, an email that is sent in between is in both.
  const parts = [await listOpen(), await listEnded()].flatMap((part) => part ?? [])
  const byId = new Map(parts.flatMap(({ items }) => items).map((item) => [item.id, item]))
  const items = [...byId.values()].sort((one, other) => other.id - one.id)
  const shown = items.slice(0, page.limit)
  const more = items.length > page.limit || parts.some(({ next }) => next)
  const many = parts.find(({ total }) => total?.endsWith('+'))
  return {
    items: shown,
    next: more ? cursorOf([shown.at(-1)!.id]) : null,
    total: many?.total ?? String(parts.reduce((sum, { total }) => sum + Number(total ?? 0), 0)),
  }
}
