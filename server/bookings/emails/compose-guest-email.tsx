import { paths } from '@trunkshow/contract/paths.ts'
import type { ComponentProps } from 'react'
import { signId } from '../../platform/http/tokens.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { greet, withoutLinks } from '../../platform/mail/guest-names.ts'
import { Letter } from '../../platform/mail/letter/letter.tsx'
import { addressGuest, readThanks } from '../../platform/mail/notices.ts'
import { writeCalendar } from '../write-calendar.ts'
import { type Condition, facts, type Subject, when, write } from './write-about-booking.ts'

interface GuestEmail {
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
  /** What else it has: a button, links, lists. */
  parts: (subject: Subject) => LetterParts | Promise<LetterParts>
}
type LetterParts = Pick<ComponentProps<typeof Letter>, 'action' | 'links' | 'groups'>

/** Returns the address of the guest's own page. */
export const guestPage = ({ ctx, booking }: Subject): string =>
  ctx.config.publicUrl + paths.booking(signId(ctx.config, 'booking', booking.publicId))

/** The button of emails about a change. */
export const toGuestPage = (subject: Subject): LetterParts => ({
  action: { label: 'Reschedule, cancel, or add to calendar', href: guestPage(subject) },
})

/** Returns the writer of an email to the guest of a booking. */
export function guestEmail(email: GuestEmail): EmailWriter {
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
      ...(thanks && { unsubscribeUrl: thanks.unsubscribeUrl }),
      subject: `${email.subject}: ${event.name}, ${when(subject)}`,
      body: (
        <Letter
          preview={`${event.name}, ${when(subject)}`}
          heading={email.heading}
          facts={[
            ...facts(subject),
            ['Hosted by', event.hostName],
            ['Name', withoutLinks(booking.attendeeName)],
          ]}
          {...(await email.parts(subject))}
          {...(thanks && {
            unsubscribe: { label: 'Turn off thank-you emails', href: thanks.unsubscribeUrl },
          })}
          note="You’re receiving this because this email was used to book an appointment."
        >
          {greet(booking.attendeeName)}, {email.lead}
        </Letter>
      ),
      ...(email.hasCalendar && {
        calendar: writeCalendar(ctx.config, booking, event, {
          reader: 'visitor',
          contact: addressed.replyTo ?? null,
        }),
      }),
    }
  })
}
