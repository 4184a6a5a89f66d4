import { guestEmail } from './compose-guest-email.tsx'
import { beforeStart, whileDue } from './write-about-booking.ts'
import { askToCome } from './write-reminder.ts'

export const reminderSoon = guestEmail({
  subject: 'Reminder',
  heading: 'See You Soon',
  lead: 'your appointment begins in a few hours.',
  isAccurate: beforeStart(whileDue),
  parts: askToCome,
})
