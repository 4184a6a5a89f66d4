import { guestEmail, toGuestPage } from './compose-guest-email.tsx'
import { beforeStart, untilNextChange } from './write-about-booking.ts'

export const rescheduled = guestEmail({
  subject: 'Booking rescheduled',
  heading: 'Booking Rescheduled',
  lead: 'your appointment has moved. Here is the new time.',
  isAccurate: beforeStart(untilNextChange),
  hasCalendar: true,
  parts: toGuestPage,
})
