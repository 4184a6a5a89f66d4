import { paths } from '@trunkshow/contract/paths.ts'
import { guestEmail } from './compose-guest-email.tsx'
import { always, beforeStart } from './write-about-booking.ts'

export const canceled = guestEmail({
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
})
