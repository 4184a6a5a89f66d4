import { guestEmail, toGuestPage } from './compose-guest-email.tsx'
import { beforeStart, whileActive } from './write-about-booking.ts'

export const confirmation = guestEmail({
  subject: 'Booking confirmed',
  heading: 'Booking Confirmed',
  lead: 'your appointment is booked. We look forward to seeing you!',
  isAccurate: beforeStart(whileActive),
  hasCalendar: true,
  parts: toGuestPage,
})
