import { bookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import { personLimits } from '@trunkshow/contract/person.ts'

/** The two fields of the booking form (docs/product.md, Booking a spot). */
export const attendeeFields = ['attendeeName', 'attendeeEmail'] as const

/** Reads the booking form, trimmed as on the server, with the fields that detect bots (refuse-bots.ts). */
export function readAttendee(form: HTMLFormElement) {
  const data = new FormData(form)
  return {
    attendeeName: String(data.get('attendeeName') ?? '').trim(),
    attendeeEmail: String(data.get('attendeeEmail') ?? '').trim(),
    leaveEmpty: String(data.get('leaveEmpty') ?? ''),
    opened: String(data.get('opened') ?? ''),
  }
}

/** Returns field names with a message for what the browser can check itself. The server checks the full schema. */
export function checkAttendee(form: HTMLFormElement, attendee: ReturnType<typeof readAttendee>) {
  const email = form.querySelector<HTMLInputElement>('[name="attendeeEmail"]')
  const fields: Record<string, string> = {}
  if (!attendee.attendeeName) fields.attendeeName = text.nameRequired
  else if (attendee.attendeeName.length > personLimits.name) fields.attendeeName = text.nameTooLong
  if (!attendee.attendeeEmail || !email?.validity.valid) fields.attendeeEmail = text.emailInvalid
  return fields
}
