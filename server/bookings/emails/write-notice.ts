import { hostEmail } from './compose-host-email.tsx'
import { whileActive } from './write-about-booking.ts'

export const notice = hostEmail({
  subject: 'New booking',
  lead: () => 'booked an appointment.',
  isAccurate: whileActive,
})
