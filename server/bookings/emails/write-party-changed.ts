import { guestEmail, toGuestPage } from './compose-guest-email.tsx'
import { beforeStart, untilNextChange } from './write-about-booking.ts'

export const partyChanged = guestEmail({
  subject: 'Booking updated',
  heading: 'Booking Updated',
  lead: 'your party has changed. Here are the details.',
  isAccurate: beforeStart(untilNextChange),
  hasCalendar: true,
  parts: toGuestPage,
})
