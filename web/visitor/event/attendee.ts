import { guestBookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import { questionField } from '@trunkshow/contract/bookings/rules.ts'
import type { Asked } from '@trunkshow/contract/events/rules.ts'
import { asciiEmail, emailProblem, oneLine, personLimits } from '@trunkshow/contract/person.ts'
import { questions } from './questions.ts'

/** The names of the booking form's fields (docs/product.md, Questions). */
export const fieldNames = ({ questions }: Asked) => [
  'attendeeName',
  'attendeeEmail',
  'phone',
  ...questions.map(questionField),
]

/** Reads the booking form, trimmed as on the server, with the fields that detect bots (refuse-bots.ts). */
export function readAttendee(form: HTMLFormElement) {
  const data = new FormData(form)
  const partySize = Number(data.get('partySize'))
  return {
    ...(partySize && { partySize }),
    attendeeName: oneLine(String(data.get('attendeeName') ?? '')),
    attendeeEmail: asciiEmail(String(data.get('attendeeEmail') ?? '')),
    leaveEmpty: String(data.get('leaveEmpty') ?? ''),
    opened: String(data.get('opened') ?? ''),
  }
}

/** Returns field names with a message for what the browser can check itself. The server checks the full schema. */
export function checkForm(form: HTMLFormElement, asked: Asked) {
  const fields = checkAttendee(readAttendee(form))
  return asked.questionsVersion
    ? { ...fields, ...questions()?.checkAnswers(new FormData(form), asked) }
    : fields
}

function checkAttendee(attendee: ReturnType<typeof readAttendee>) {
  const fields: Record<string, string> = {}
  if (!attendee.attendeeName) fields.attendeeName = text.nameRequired
  else if (attendee.attendeeName.length > personLimits.name) fields.attendeeName = text.nameTooLong
  const emailError = emailProblem(attendee.attendeeEmail)
  if (emailError) fields.attendeeEmail = emailError
  return fields
}
