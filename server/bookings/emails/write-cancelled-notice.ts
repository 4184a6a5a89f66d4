import { hostEmail } from './compose-host-email.tsx'
import { always } from './write-about-booking.ts'

export const cancelledNotice = hostEmail({
  subject: 'Booking canceled',
  lead: ({ spots }) =>
    `no longer has an appointment. ${spots === 1 ? 'The spot is' : `The ${spots} spots are`} open again.`,
  isAccurate: always,
})
