import { hostEmail } from './compose-host-email.tsx'
import { untilNextChange } from './write-about-booking.ts'

export const rescheduledNotice = hostEmail({
  subject: 'Booking rescheduled',
  lead: () => 'has a new appointment time.',
  isAccurate: untilNextChange,
})
