import { paths } from '@trunkshow/contract/paths.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { Letter } from '../../platform/mail/letter/letter.tsx'
import { addressNotice, findContact } from '../../platform/mail/notices.ts'
import { photoUrl } from '../export-bookings.ts'
import { type BookingRow, listBookingsOfEmails } from '../queries.ts'
import { writeCalendar } from '../write-calendar.ts'
import { type Condition, facts, type Subject, when, write } from './write-about-booking.ts'
import { answersOf, writeDigest } from './write-digest.ts'

interface HostEmail {
  /** The beginning of the email's subject; the guest and the time follow. */
  subject: string
  /** What follows the guest's name. */
  lead: (subject: Subject) => string | Promise<string>
  isAccurate: Condition
}

/** The guest's email, if there is one. */
const emailOf = ({ attendeeEmail }: BookingRow): [string, string][] =>
  attendeeEmail ? [['Email', attendeeEmail]] : []

/** Returns the writer of a notice to the host, which several may share as a digest. */
export function hostEmail(email: HostEmail): EmailWriter {
  const single = write(email.isAccurate, async (subject) => {
    const { ctx, booking, event, notification } = subject
    const lead = `${booking.attendeeName} ${await email.lead(subject)}`
    const addressed = await addressNotice(ctx, notification, event)
    if (addressed === null || typeof addressed === 'string') return addressed
    const { companyId } = notification
    const contact = await findContact(ctx, { companyId, contactEmail: event.contactEmail })
    return {
      ...addressed,
      ...(booking.attendeeEmail && { replyTo: booking.attendeeEmail }),
      subject: `${email.subject}: ${booking.attendeeName}, ${when(subject)}`,
      body: (
        <Letter
          preview={lead}
          heading={email.subject}
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
      calendar: writeCalendar(ctx.config, booking, event, { reader: 'host', contact }),
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
