import { formatDate } from '../dates.ts'
import type { Asked } from '../events/rules.ts'
import { personLimits, personMessages } from '../person.ts'
import { type Answer, checkAnswers } from '../templates/rules.ts'
import type { TemplateField } from '../templates/schema.ts'
import { type SlotTime, wallToInstant, type Zone } from '../zones.ts'
import { bookingMessages as text } from './messages.ts'

export const bookingStatuses = ['active', 'cancelled'] as const

/** Whether the guest came. Until someone marks it, the guest is expected: null. */
export const attendances = ['arrived', 'no_show'] as const
export type Attendance = (typeof attendances)[number]

/** `Arrived` */
export const attendanceLabels: Record<Attendance, string> = { arrived: 'Arrived', no_show: 'No-show' }

/** An answer of a guest, with its question as it was asked; a photo's answer is the name of its file (decision 052). */
export interface GivenAnswer extends Pick<TemplateField, 'id' | 'label' | 'type'> {
  answer: Answer
}

/** The name of a question's form field, and of its error; a photo's has the question's position, from 0. */
export const questionField = ({ id, type }: Pick<TemplateField, 'id' | 'type'>, position: number) =>
  type === 'attachment' ? `photo_${position}` : `answers.${id}`

/**
 * Checks what a guest answered, in the browser and on the server.
 *
 * @param photos the names of the photo fields that have a file
 * @returns what to store, photos not included, and a message for each wrong field
 */
export function checkGuestAnswers(
  { phoneQuestion, questions }: Asked,
  given: { phone?: string; answers?: Readonly<Record<string, unknown>> },
  photos: readonly string[],
): { phone: string | null; answers: GivenAnswer[]; fields: Record<string, string> } {
  const fields: Record<string, string> = {}
  const phone = phoneQuestion === 'off' ? '' : (given.phone ?? '').trim()
  if (phoneQuestion === 'required' && !phone) fields.phone = personMessages.phoneRequired
  if (phone.length > personLimits.phone) fields.phone = personMessages.phoneTooLong
  const names = new Map(
    questions.map((question, position) => [question.id, questionField(question, position)]),
  )
  const { answers, errors } = checkAnswers(questions, given.answers ?? {}, (id) =>
    Number(photos.includes(names.get(id)!)),
  )
  for (const [id, message] of Object.entries(errors)) fields[names.get(id)!] = message
  const stored = questions.flatMap(({ id, label, type }) => {
    const answer = answers[id]
    return answer ? [{ id, label, type, answer }] : []
  })
  return { phone: phone || null, answers: stored, fields }
}

/** An answer as text; a photo's is the name of its file. */
export const answerText = ({ answer, type }: Pick<GivenAnswer, 'answer' | 'type'>) =>
  answer === true ? 'Yes' : type === 'date' ? formatDate(String(answer)) : String(answer)

/** Hourly bookings of one network at an event: one in `share` of upcoming spots, at least `minimum` (decision 031). */
export const hourlyNetworkLimit = { minimum: 6, share: 4 } as const

/** How many spots a party takes in a time slot of the event (decision 051). */
export const spotsOf = ({ spotPerGuest }: { spotPerGuest: boolean }, partySize: number) =>
  spotPerGuest ? partySize : 1

/** `3 people` */
export const peopleOf = (partySize: number) => `${partySize} ${partySize === 1 ? 'person' : 'people'}`

/** `22 appointments`; where some are for more than one person, `22 appointments (26 guests)`. */
export function appointmentsOf(bookings: readonly { partySize: number }[]): string {
  const guests = bookings.reduce((guests, { partySize }) => guests + partySize, 0)
  return countAppointments(bookings.length, guests)
}

/** As `appointmentsOf`, from what was counted elsewhere. */
export function countAppointments(count: number, guests: number): string {
  const appointments = `${count.toLocaleString('en-US')} appointment${count === 1 ? '' : 's'}`
  return guests > count ? `${appointments} (${guests.toLocaleString('en-US')} guests)` : appointments
}

type Start = Omit<SlotTime, 'endTime'>
type Status = { status: (typeof bookingStatuses)[number] }

/** Whether the appointment has begun, by the venue's clock. */
export const hasStarted = ({ slotDate, startTime }: Start, zone: Zone, now: Date) =>
  wallToInstant(slotDate, startTime, zone) <= now

const untilStart = (booking: Start & Status, zone: Zone, now: Date) =>
  bookingCan.cancel(booking) ?? (hasStarted(booking, zone, now) ? text.startPassed : null)

/** What a booking's state allows (docs/product.md, Canceling and rescheduling): null, or the reason why not. */
export const bookingCan = {
  cancel: ({ status }: Status) => (status === 'cancelled' ? text.alreadyCanceled : null),
  /** A guest's link can't cancel once the appointment begins; hosts still can, to clean up. */
  cancelByVisitor: untilStart,
  reschedule: untilStart,
}
