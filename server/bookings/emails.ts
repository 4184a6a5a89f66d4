import { hasStarted, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatDate, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import type { ScheduledEmailType } from '@trunkshow/contract/emails/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import { sql } from 'drizzle-orm'
import { eventView } from '../events/queries.ts'
import { databaseNow } from '../platform/db/transaction.ts'
import { linkTo } from '../platform/http/tokens.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
import { type Fact, placeFacts } from '../platform/mail/email-layout.tsx'
import { greet, withoutLinks } from '../platform/mail/guest-names.ts'
import { addressGuest, addressNotice, findContact, readThanks } from '../platform/mail/notices.ts'
import type { BookingEmailType, EmailContext, Notification } from '../platform/mail/outbox.ts'
import type { Message } from '../platform/mail/transport.ts'
import { zoneOf } from '../zones.ts'
import { photoUrl } from './export-bookings.ts'
import { type BookingRow, findBookingOfEmail, listBookingsOfEmails } from './queries.ts'
import { isStillDue, listOrdersOfGuest } from './reminders/scheduled-emails.ts'
import { writeCalendar } from './write-calendar.ts'
import { answersOf, writeDigest } from './write-digest.ts'

/** What one email is about. React escapes the text that guests typed. */
export interface Subject {
  ctx: EmailContext
  booking: BookingRow
  event: Event
  notification: Notification
}

/** Whether an email is still accurate when it is sent; it is dropped if not. */
type Condition = (subject: Subject) => boolean | Promise<boolean>

const whileActive: Condition = ({ booking }) => booking.status === 'active'
const untilNextChange: Condition = ({ booking, notification }) => notification.sequence === booking.sequence
const always: Condition = () => true
const whileDue: Condition = ({ ctx, notification }) => notification.isPreview ?? isStillDue(ctx, notification)

/** The same, until the appointment begins: guests get no email about it afterwards. */
const beforeStart =
  (condition: Condition): Condition =>
  async (subject) =>
    !hasStarted(subject.booking, zoneOf(subject.event.timeZone), await databaseNow(subject.ctx)) &&
    condition(subject)

/** The emails of bookings (docs/product.md, What is sent and when). */
export const bookingEmails: Record<BookingEmailType | ScheduledEmailType, EmailWriter> = {
  booking_confirmation: toGuest({
    subject: 'Booking confirmed',
    heading: 'Booking Confirmed',
    lead: 'your appointment is booked. We look forward to seeing you!',
    isAccurate: beforeStart(whileActive),
    hasCalendar: true,
  }),
  booking_rescheduled: toGuest({
    subject: 'Booking rescheduled',
    heading: 'Booking Rescheduled',
    lead: 'your appointment has moved. Here is the new time.',
    isAccurate: beforeStart(untilNextChange),
    hasCalendar: true,
  }),
  booking_party_changed: toGuest({
    subject: 'Booking updated',
    heading: 'Booking Updated',
    lead: 'your party has changed. Here are the details.',
    isAccurate: beforeStart(untilNextChange),
    hasCalendar: true,
  }),
  booking_cancelled: toGuest({
    subject: 'Booking canceled',
    heading: 'Booking Canceled',
    lead: 'your appointment is canceled. We hope to see you another time.',
    isAccurate: beforeStart(always),
    hasCalendar: true,
    // A guest whom the host canceled gets no new link to a private event: its id opens only where it did before.
    parts: ({ ctx, event }) => ({
      action: {
        label: 'Book another time',
        href: ctx.config.publicUrl + paths.event(event.isPublic ? event.urlSlug : event.id),
      },
    }),
  }),
  booking_reminder: toGuest({
    subject: 'Reminder',
    heading: 'Your Appointment',
    lead: 'this is a reminder of your appointment. Are you coming?',
    isAccurate: beforeStart(whileDue),
    parts: askToCome,
  }),
  booking_reminder_soon: toGuest({
    subject: 'Reminder',
    heading: 'See You Soon',
    lead: 'your appointment begins in a few hours.',
    isAccurate: beforeStart(whileDue),
    parts: askToCome,
  }),
  booking_thanks: toGuest({
    subject: 'Thank you',
    heading: 'Thank You',
    lead: 'thank you for coming. It was a pleasure to see you.',
    isAccurate: whileDue,
    isThanks: true,
    async parts({ ctx, booking, notification }) {
      const orders = await listOrdersOfGuest(ctx, notification.companyId, booking.id)
      return {
        groups: orders.map(({ items, totalCents, ...order }) => ({
          title: orderName(order),
          lines: [items, `Total: ${formatMoney(centsToDecimal(totalCents))}`],
        })),
      }
    },
  }),
  booking_notice: toHost('New booking', 'booked an appointment.', whileActive),
  booking_rescheduled_notice: toHost('Booking rescheduled', 'has a new appointment time.', untilNextChange),
  booking_party_changed_notice: toHost('Booking updated', 'has changed their party.', untilNextChange),
  booking_cancelled_notice: toHost('Booking canceled', sayCanceled, always),
}

async function sayCanceled(subject: Subject) {
  const { spots } = subject.booking
  const freed = spots === 1 ? 'The spot is' : `The ${spots} spots are`
  const offered = await countOffered(subject)
  if (offered === 0) return `no longer has an appointment. ${freed} open again.`
  if (offered >= spots) return `no longer has an appointment. ${freed} offered to the waitlist.`
  return `no longer has an appointment. Of the ${spots} spots, ${offered} ${offered === 1 ? 'is' : 'are'} offered to the waitlist.`
}

/** Counts the spots that went to the waitlist because a booking was canceled. */
async function countOffered({ ctx, booking, notification }: Subject): Promise<number> {
  const { rows } = await ctx.db.execute<{ spots: number }>(sql`
    SELECT coalesce(sum(offer.spots), 0)::int AS spots
    FROM waitlist_offer_causes AS cause
    JOIN waitlist_offers AS offer ON offer.id = cause.offer_id AND offer.company_id = cause.company_id
    WHERE cause.booking_id = ${booking.id} AND cause.company_id = ${notification.companyId}`)
  return rows[0]!.spots
}

/** Returns the address of the guest's own page. */
export function guestPage({ ctx, booking }: Pick<Subject, 'ctx' | 'booking'>): string {
  return linkTo(ctx.config, 'booking', booking.publicId)
}

/** The button of emails about a change. */
function manage(subject: Subject): LayoutParts {
  return { action: { label: 'Reschedule, cancel, or add to calendar', href: guestPage(subject) } }
}

/** What a reminder asks; its links lead to the guest's page, which changes nothing by itself. */
function askToCome(subject: Subject): LayoutParts {
  const page = guestPage(subject)
  return {
    action: { label: 'I’m coming', href: `${page}#coming` },
    links: [
      { label: 'Reschedule', href: `${page}#reschedule` },
      { label: 'Cancel my appointment', href: `${page}#cancel` },
    ],
  }
}

/** @param compose writes the email; it is asked only while `isAccurate` */
function write(isAccurate: Condition, compose: (subject: Subject) => ReturnType<EmailWriter>): EmailWriter {
  return async (ctx, notification) => {
    const found = await findBookingOfEmail(ctx, notification)
    if (!found) return null
    const subject = { ctx, notification, booking: found.booking, event: eventView(found.event, null) }
    return (await isAccurate(subject)) ? compose(subject) : null
  }
}

export const when = ({ booking }: Pick<Subject, 'booking'>) =>
  `${formatDate(booking.slotDate)} at ${formatTime(booking.startTime)}`

export const facts = ({ booking, event }: Pick<Subject, 'booking' | 'event'>): Fact[] => [
  ['Event', event.name],
  ['Date', formatDay(booking.slotDate)],
  ['Time', formatSlotTime(booking, zoneOf(event.timeZone))],
  ...(booking.partySize > 1 || event.maxPartySize > 1
    ? [['Party', peopleOf(booking.partySize)] as Fact]
    : []),
  ...placeFacts(event.location),
]

interface ToGuest {
  /** The beginning of the email's subject; the event and the time follow. */
  subject: string
  heading: string
  /** The sentence after `Hi Grace Okafor,`. */
  lead: string
  isAccurate: Condition
  /** Whether it has the calendar entry, because it changes. */
  hasCalendar?: boolean
  /** Whether the guest can turn emails of the kind off. */
  isThanks?: boolean
  /** What else it has: a button, links, lists; without it, the button of emails about a change. */
  parts?: (subject: Subject) => LayoutParts | Promise<LayoutParts>
}
type LayoutParts = Pick<Message, 'action' | 'links' | 'groups'>

/** Returns the writer of an email to the guest of a booking. */
function toGuest(email: ToGuest): EmailWriter {
  return write(email.isAccurate, async (subject) => {
    const { ctx, booking, event, notification } = subject
    const { attendeeEmail } = booking
    if (!attendeeEmail) return null
    const thanks = email.isThanks ? await readThanks(ctx, notification.companyId, attendeeEmail) : null
    if (thanks?.isOff) return 'turnedOff'
    const addressed = await addressGuest(
      ctx,
      { companyId: notification.companyId, contactEmail: event.contactEmail },
      { name: booking.attendeeName, address: attendeeEmail },
    )
    return {
      ...addressed,
      subject: `${email.subject}: ${event.name}, ${when(subject)}`,
      preview: `${event.name}, ${when(subject)}`,
      bannerUrl: event.bannerUrl,
      heading: email.heading,
      lead: `${greet(booking.attendeeName)}, ${email.lead}`,
      facts: [...facts(subject), ['Hosted by', event.hostName], ['Name', withoutLinks(booking.attendeeName)]],
      ...(await (email.parts ?? manage)(subject)),
      ...(thanks && { unsubscribe: thanks.unsubscribe }),
      note: 'You’re receiving this because this email was used to book an appointment.',
      ...(email.hasCalendar && {
        calendar: writeCalendar(ctx.config, booking, event, 'visitor', addressed.replyTo ?? null),
      }),
    }
  })
}

/**
 * Returns the writer of a notice to the host, which several may share as a digest.
 *
 * @param title the beginning of the email's subject; the guest and the time follow
 * @param said what follows the guest's name
 */
function toHost(
  title: string,
  said: string | ((subject: Subject) => Promise<string>),
  isAccurate: Condition,
): EmailWriter {
  const single = write(isAccurate, async (subject) => {
    const { ctx, booking, event, notification } = subject
    const lead = `${booking.attendeeName} ${typeof said === 'string' ? said : await said(subject)}`
    const addressed = await addressNotice(ctx, notification, event)
    if (addressed === null || typeof addressed === 'string') return addressed
    const { companyId } = notification
    const contact = await findContact(ctx, { companyId, contactEmail: event.contactEmail })
    return {
      ...addressed,
      ...(booking.attendeeEmail && { replyTo: booking.attendeeEmail }),
      subject: `${title}: ${booking.attendeeName}, ${when(subject)}`,
      preview: lead,
      heading: title,
      lead,
      facts: [
        ...facts(subject),
        ['Guest', booking.attendeeName],
        ...(booking.attendeeEmail ? ([['Email', booking.attendeeEmail]] as Fact[]) : []),
        ...answersOf(booking, (photo) => ({
          label: 'View photo',
          href: photoUrl(ctx.config, booking.id, photo),
        })),
      ],
      action: { label: 'See all bookings', href: ctx.config.publicUrl + paths.bookings(event.id) },
      calendar: writeCalendar(ctx.config, booking, event, 'host', contact),
    }
  })
  return async (ctx, notification, digest) => {
    if (!digest || digest.length === 1) return single(ctx, notification, null)
    const { companyId } = notification
    const bookingIds = digest.flatMap(({ bookingId }) => bookingId ?? [])
    const listed = await listBookingsOfEmails(ctx, companyId, bookingIds)
    const [first] = listed
    // What the recipient did themselves is not among what waits for a digest.
    const addressed = first && (await addressNotice(ctx, { companyId, actorId: null }, first.event))
    if (!addressed || typeof addressed === 'string') return addressed ?? null
    return writeDigest(ctx.config, addressed, listed, digest)
  }
}
