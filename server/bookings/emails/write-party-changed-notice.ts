import { hostEmail } from './compose-host-email.tsx'
import { untilNextChange } from './write-about-booking.ts'

export const partyChangedNotice = hostEmail({
  subject: 'Booking updated',
  lead: () => 'has changed their party.',
  isAccurate: untilNextChange,
})
