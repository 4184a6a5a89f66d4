import { questionField } from '@trunkshow/contract/bookings/rules.ts'
import type { Asked } from '@trunkshow/contract/events/rules.ts'
import {
  asciiEmail,
  emailProblem,
  oneLine,
  personLimits,
  personMessages,
} from '@trunkshow/contract/person.ts'

/**
 * The code of what a host asks besides name and email. Only some events ask, so it is loaded before such a page is
 * hydrated, and before the first question is shown that a host has added since (decision 067).
 */
let loaded: typeof import('./question-fields.tsx') | undefined

/** Loads it once. */
export async function loadQuestions() {
  loaded ??= await import('./question-fields.tsx')
}

/** What was loaded. */
export const questions = () => loaded

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
  const { attendeeName, attendeeEmail } = readAttendee(form)
  const fields: Record<string, string> = {}
  if (!attendeeName) fields.attendeeName = personMessages.nameRequired
  else if (attendeeName.length > personLimits.name) fields.attendeeName = personMessages.nameTooLong
  const emailError = attendeeEmail ? emailProblem(attendeeEmail) : personMessages.emailRequired
  if (emailError) fields.attendeeEmail = emailError
  return asked.questionsVersion
    ? { ...fields, ...questions()?.checkAnswers(new FormData(form), asked) }
    : fields
}
