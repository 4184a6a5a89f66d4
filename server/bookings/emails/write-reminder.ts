import { guestEmail, guestPage } from './compose-guest-email.tsx'
import { beforeStart, type Subject, whileDue } from './write-about-booking.ts'

/** What a reminder asks; its links lead to the guest's page, which changes nothing by itself. */
export function askToCome(subject: Subject) {
  const page = guestPage(subject)
  return {
    action: { label: 'I’m coming', href: `${page}#coming` },
    links: [
      { label: 'Reschedule', href: `${page}#reschedule` },
      { label: 'Can’t come', href: `${page}#cancel` },
    ],
  }
}

export const reminder = guestEmail({
  subject: 'Reminder',
  heading: 'Your Appointment',
  lead: 'this is a reminder of your appointment. Are you coming?',
  isAccurate: beforeStart(whileDue),
  parts: askToCome,
})
