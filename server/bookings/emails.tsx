import { hasStarted, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatDate, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { type ScheduledEmailType, scheduledEmailTypes } from '@trunkshow/contract/emails/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { orderName, splitName } from '@trunkshow/contract/orders/rules.ts'
import { mapLink, paths } from '@trunkshow/contract/paths.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import { brandOf, getBrand } from '../company/read-brand.ts'
import { databaseNow } from '../db/transaction.ts'
import { eventView } from '../events/queries.ts'
import { signId } from '../http/tokens.ts'
import type { EmailContext } from '../mail/claim-next.ts'
import type { EmailWriter } from '../mail/drain-outbox.ts'
import { type Fact, Letter } from '../mail/letter.tsx'
import type { Notification } from '../mail/message.ts'
import { addressNotice } from '../mail/notices.ts'
import type { BookingEmailType } from '../mail/outbox.ts'
import { guestCap } from '../mail/recipient-caps.ts'
import { zoneOf } from '../zones.ts'
import { photoUrl } from './export-bookings.ts'
import { type BookingRow, findBookingOfEmail, listBookingsOfEmails } from './queries.ts'
import { isStillDue, listOrdersOfGuest } from './reminders/scheduled-emails.ts'
import { writeCalendar } from './write-calendar.ts'
import { answersOf, writeDigest } from './write-digest.ts'

/** What one email is about. React escapes the text that guests typed. */
interface Subject {
  ctx: EmailContext
  booking: BookingRow
  event: Event
  notification: Notification
}

function when({ booking }: Subject) {
  return `${formatDate(booking.slotDate)} at ${formatTime(booking.startTime)}`
}

function facts({ booking, event }: Subject): Fact[] {
  return [
    ['Event', event.name],
    ['Date', formatDay(booking.slotDate)],
    ['Time', formatSlotTime(booking, zoneOf(event.timeZone))],
    ...(booking.partySize > 1 || event.maxPartySize > 1
      ? ([['Party', peopleOf(booking.partySize)]] as Fact[])
      : []),
    ...(event.location
      ? ([['Location', { label: event.location, href: mapLink(event.location) }]] as Fact[])
      : []),
  ]
}

const guestTexts = {
  booking_confirmation: {
    subject: 'Booking confirmed',
    heading: 'Booking Confirmed',
    lead: 'your appointment is booked. We look forward to seeing you!',
  },
  booking_rescheduled: {
    subject: 'Booking rescheduled',
    heading: 'Booking Rescheduled',
    lead: 'your appointment has moved. Here is the new time.',
  },
  booking_party_changed: {
    subject: 'Booking updated',
    heading: 'Booking Updated',
    lead: 'your party has changed. Here are the details.',
  },
  booking_cancelled: {
    subject: 'Booking canceled',
    heading: 'Booking Canceled',
    lead: 'your appointment is canceled. We hope to see you another time.',
  },
} as const

/** Emails that are due at a time: reminders and thanks. */
const scheduledTexts = {
  booking_reminder: {
    subject: 'Reminder',
    heading: 'Your Appointment',
    lead: 'this is a reminder of your appointment. Are you coming?',
  },
  booking_reminder_soon: {
    subject: 'Reminder',
    heading: 'See You Soon',
    lead: 'your appointment begins in a few hours.',
  },
  booking_thanks: {
    subject: 'Thank you',
    heading: 'Thank You',
    lead: 'thank you for coming. It was a pleasure to see you.',
  },
} as const satisfies Record<ScheduledEmailType, object>

const hostTexts = {
  booking_notice: { subject: 'New booking', lead: () => 'booked an appointment.' },
  booking_rescheduled_notice: { subject: 'Booking rescheduled', lead: () => 'has a new appointment time.' },
  booking_party_changed_notice: { subject: 'Booking updated', lead: () => 'has changed their party.' },
  booking_cancelled_notice: {
    subject: 'Booking canceled',
    lead: ({ spots }) =>
      `no longer has an appointment. ${spots === 1 ? 'The spot is' : `The ${spots} spots are`} open again.`,
  },
} as const satisfies Record<string, { subject: string; lead: (booking: BookingRow) => string }>

/** What a guest can do with the email: the main action, and other links. */
function actionsOf(kind: keyof typeof guestTexts | ScheduledEmailType, { ctx, booking, event }: Subject) {
  const { publicUrl } = ctx.config
  // A guest whom the host canceled gets no new link to a private event: its id opens only where it did before.
  if (booking.status === 'cancelled' || kind === 'booking_thanks') {
    const page = event.isPublic ? event.urlSlug : event.id
    return kind === 'booking_thanks'
      ? {}
      : { action: { label: 'Book another time', href: publicUrl + paths.event(page) } }
  }
  const href = publicUrl + paths.booking(signId(ctx.config, 'booking', booking.publicId))
  if (kind !== 'booking_reminder' && kind !== 'booking_reminder_soon')
    return { action: { label: 'Reschedule, cancel, or add to calendar', href } }
  return {
    action: { label: 'I’m coming', href: `${href}#coming` },
    links: [
      { label: 'Reschedule', href: `${href}#reschedule` },
      { label: 'Can’t come', href: `${href}#cancel` },
    ],
  }
}

/** The orders that were taken at an appointment, as lists show them. */
async function orderGroups({ ctx, booking, notification }: Subject) {
  const taken = await listOrdersOfGuest(ctx, notification.companyId, booking.id)
  return taken.map(({ items, totalCents, ...order }) => ({
    title: orderName(order),
    lines: [items, `Total: ${formatMoney(centsToDecimal(totalCents))}`],
  }))
}

function guestEmail(kind: keyof typeof guestTexts | ScheduledEmailType): EmailWriter {
  return write(async (subject) => {
    const { ctx, booking, event, notification } = subject
    if (!booking.attendeeEmail) return null
    const { heading, lead, ...text } = { ...guestTexts, ...scheduledTexts }[kind]
    const isScheduled = kind in scheduledTexts
    return {
      to: { name: booking.attendeeName, address: booking.attendeeEmail },
      cap: guestCap,
      ...(event.contactEmail && { replyTo: event.contactEmail }),
      subject: `${text.subject}: ${event.name}, ${when(subject)}`,
      body: (
        <Letter
          preview={`${event.name}, ${when(subject)}`}
          heading={heading}
          facts={[...facts(subject), ['Hosted by', event.hostName], ['Name', booking.attendeeName]]}
          {...(kind === 'booking_thanks' && { groups: await orderGroups(subject) })}
          {...actionsOf(kind, subject)}
          brand={brandOf(await getBrand(ctx, notification.companyId))}
          publicUrl={ctx.config.publicUrl}
          note="You’re receiving this because this email was used to book an appointment."
        >
          Hi {splitName(booking.attendeeName).firstName}, {lead}
        </Letter>
      ),
      // The entry came with the confirmation; a reminder changes nothing in it.
      ...(!isScheduled && { calendar: writeCalendar(ctx.config, booking, event, 'visitor') }),
    }
  })
}

/** The guest's email, if there is one. */
const emailOf = ({ attendeeEmail }: BookingRow): [string, string][] =>
  attendeeEmail ? [['Email', attendeeEmail]] : []

function hostEmail(kind: keyof typeof hostTexts): EmailWriter {
  const single = write(async (subject) => {
    const { ctx, booking, event, notification } = subject
    const text = hostTexts[kind]
    const lead = `${booking.attendeeName} ${text.lead(booking)}`
    const addressed = await addressNotice(ctx, notification, event)
    if (addressed === null || typeof addressed === 'string') return addressed
    return {
      ...addressed,
      ...(booking.attendeeEmail && { replyTo: booking.attendeeEmail }),
      subject: `${text.subject}: ${booking.attendeeName}, ${when(subject)}`,
      body: (
        <Letter
          preview={lead}
          heading={text.subject}
          facts={[
            ...facts(subject),
            ['Guest', booking.attendeeName],
            ...emailOf(booking),
            ...answersOf(booking, (photo) => ({
              label: 'View photo',
              href: photoUrl(ctx.config, booking.id, photo),
            })),
          ]}
          action={{ label: 'See all bookings', href: ctx.config.publicUrl + paths.bookings(event.id) }}
          unsubscribe={{ label: 'Turn off booking alerts', href: addressed.unsubscribeUrl }}
        >
          {lead}
        </Letter>
      ),
      calendar: writeCalendar(ctx.config, booking, event, 'host'),
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

/**
 * Whether an email is still accurate: a confirmation while the booking is active, a reschedule or another party until the next change, a
 * cancellation always. Guests get no email once the appointment has started.
 */
function isStillAccurate(notification: Notification, { booking, event }: Found, now: Date): boolean {
  if (!notification.emailType.endsWith('_notice') && hasStarted(booking, zoneOf(event.timeZone), now))
    return false
  if (notification.emailType.startsWith('booking_cancelled')) return true
  if (/^booking_(rescheduled|party_changed)/.test(notification.emailType))
    return notification.sequence === booking.sequence
  return booking.status === 'active'
}

type Found = NonNullable<Awaited<ReturnType<typeof findBookingOfEmail>>> & object

function write(compose: (subject: Subject) => ReturnType<EmailWriter>): EmailWriter {
  return async (ctx, notification) => {
    const found = await findBookingOfEmail(ctx, notification)
    const isScheduled = (scheduledEmailTypes as readonly string[]).includes(notification.emailType)
    if (!found) return null
    if (isScheduled && !notification.isPreview && !(await isStillDue(ctx, notification))) return null
    if (!isScheduled && !isStillAccurate(notification, found, await databaseNow(ctx))) return null
    return compose({ ctx, notification, booking: found.booking, event: eventView(found.event, null) })
  }
}

/** The writers of all booking emails (docs/product.md, What is sent and when). */
export const bookingEmails: Record<BookingEmailType | ScheduledEmailType, EmailWriter> = {
  booking_confirmation: guestEmail('booking_confirmation'),
  booking_reminder: guestEmail('booking_reminder'),
  booking_reminder_soon: guestEmail('booking_reminder_soon'),
  booking_thanks: guestEmail('booking_thanks'),
  booking_rescheduled: guestEmail('booking_rescheduled'),
  booking_party_changed: guestEmail('booking_party_changed'),
  booking_cancelled: guestEmail('booking_cancelled'),
  booking_notice: hostEmail('booking_notice'),
  booking_rescheduled_notice: hostEmail('booking_rescheduled_notice'),
  booking_party_changed_notice: hostEmail('booking_party_changed_notice'),
  booking_cancelled_notice: hostEmail('booking_cancelled_notice'),
}
