import { bookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import { personLimits } from '@trunkshow/contract/person.ts'

/** The two fields of the booking form (docs/product.md, Booking a spot). */
export const attendeeFields = ['attendeeName', 'attendeeEmail'] as const

/** What the form holds, trimmed as the server trims it, and what tells it from a program's (refuse-bots.ts). */
export function readAttendee(form: HTMLFormElement) {
  const data = new FormData(form)
  return {
    attendeeName: String(data.get('attendeeName') ?? '').trim(),
    attendeeEmail: String(data.get('attendeeEmail') ?? '').trim(),
    leaveEmpty: String(data.get('leaveEmpty') ?? ''),
    opened: String(data.get('opened') ?? ''),
  }
}

/**
 * Field name to sentence for what the browser itself can tell to be wrong. The server, which decides, checks
 * with the full schema.
 */
export function checkAttendee(form: HTMLFormElement, attendee: ReturnType<typeof readAttendee>) {
  const email = form.querySelector<HTMLInputElement>('[name="attendeeEmail"]')
  const fields: Record<string, string> = {}
  if (!attendee.attendeeName) fields.attendeeName = text.nameRequired
  else if (attendee.attendeeName.length > personLimits.name) fields.attendeeName = text.nameTooLong
  if (!attendee.attendeeEmail || !email?.validity.valid) fields.attendeeEmail = text.emailInvalid
  return fields
}
