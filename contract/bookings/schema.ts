import { z } from 'zod'
import { emailField, idField, personName, phoneField, served, shortText, wholeNumber } from '../endpoint.ts'
import { event } from '../events/schema.ts'
import { personMessages } from '../person.ts'
import { fieldTypes } from '../templates/schema.ts'
import { guestBookingMessages, bookingMessages as text } from './messages.ts'
import { attendances, bookingStatuses } from './rules.ts'

/** How many people come on one booking; the event says how many can. */
export const partySizeField = wholeNumber(text.partySizeInvalid).pipe(
  z.int().min(1, text.partySizeInvalid).max(1000, text.partySizeInvalid),
)

/** The public booking form (docs/product.md, Booking a spot). */
export const bookSlotInput = z.object({
  attendeeName: personName,
  attendeeEmail: emailField(undefined, personMessages.emailRequired),
  partySize: partySizeField.default(1),
  phone: phoneField.optional(),
  /** By the question's id; in multipart, each is a field of its own: see `gatherAnswers`. */
  answers: z.record(z.string(), z.unknown()).optional(),
  /** The version of the questions that the form showed; without it, the newest counts (decision 052). */
  questionsVersion: wholeNumber().optional(),
  /** A hidden field only bots fill, and when the page was created: see server/bookings/refuse-bots.ts. */
  leaveEmpty: z.string().max(1000).optional(),
  opened: z.string().max(100).optional(),
})
export type BookSlotInput = z.infer<typeof bookSlotInput>

/** Gathers the fields `answers.{id}` of a multipart form into one record. */
export function gatherAnswers(form: unknown): unknown {
  if (typeof form !== 'object' || form === null || Array.isArray(form)) return form
  const isAnswer = (name: string) => name.startsWith('answers.')
  const answers = Object.entries(form).filter(([name]) => isAnswer(name))
  if (answers.length === 0) return form
  const given = answers.map(([name, value]) => [name.slice('answers.'.length), value])
  const others = Object.entries(form).filter(([name]) => !isAnswer(name))
  return { ...Object.fromEntries(others), answers: Object.fromEntries(given) }
}

const givenAnswer = z.object({
  id: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  answer: z.union([z.string(), z.boolean()]),
})

const notes = z.string().trim().max(2000, text.notesTooLong)
export const roomField = shortText(40, text.roomTooLong)

/** A booking that staff make for a caller or a walk-in (docs/product.md, Bookings by staff). */
export const addBookingInput = z.object({
  attendeeName: personName,
  attendeeEmail: z
    .preprocess(
      (value) => (typeof value === 'string' && !value.trim() ? null : value),
      emailField().nullable(),
    )
    .default(null),
  phone: phoneField.optional(),
  partySize: partySizeField.default(1),
  notes: notes.default(''),
  /** The number of spots that the host agreed to give the time slot, if it has too few. */
  upToSpots: partySizeField.optional(),
})
export type AddBookingInput = z.output<typeof addBookingInput>

export const bookingNotesInput = z.object({ notes, room: roomField.optional(), version: z.int().optional() })
export type BookingNotesInput = z.output<typeof bookingNotesInput>

/** A move to another slot of the same event, or another size of the party at the same or another time. */
export const rescheduleInput = z.object({
  newTimeSlotId: idField(guestBookingMessages.slotRequired),
  /** Stays as it is if omitted. */
  partySize: partySizeField.optional(),
})
export type RescheduleInput = z.output<typeof rescheduleInput>

/** A booking as its guest and its hosts see it. */
export const appointment = z.object({
  timeSlotId: z.int(),
  attendeeName: z.string(),
  partySize: z.int(),
  /** How many spots it takes: one for each person, or one. */
  spots: z.int(),
  /** Absent if not given. */
  phone: z.string().optional(),
  answers: z.array(givenAnswer).optional(),
  status: z.enum(bookingStatuses),
  /** Whether the guest said that they are coming at this time (docs/product.md, Reminders). */
  isComing: z.boolean(),
  slotDate: z.string(),
  startTime: z.string(),
  endTime: z.string(),
})

/** A booking as hosts see it: with its number, never the guest's link (docs/product.md, The guest's link). */
export const booking = appointment.extend({
  id: z.int(),
  /** Null if staff booked without one; empty if the guest was erased. */
  attendeeEmail: z.string().nullable(),
  /** For staff and co-hosts only. */
  notes: z.string(),
  /** Where the guest is received; empty if that isn’t said. */
  room: z.string(),
  /** Rises when the notes or the room change (decision 019). */
  version: z.int(),
  /** Whether the guest came; null while expected. Who marked it last, and when: absent until someone does. */
  attendance: z.enum(attendances).nullable(),
  attendanceBy: z.string().optional(),
  attendanceAt: z.string().optional(),
  /** Rises with each change of attendance (decision 057). */
  attendanceVersion: z.int(),
  outsideEventHours: z.boolean(),
  ...served,
  /** Its time slot’s booked spots, and all of them. */
  booked: z.int(),
  totalSlots: z.int(),
  /** Whether an order was taken for it; hidden from co-hosts. */
  hasOrders: z.boolean(),
  /** Why an email to the guest is on hold (decision 028). */
  emailWaits: z.enum(['confirmation', 'budget', 'recipient']).optional(),
  /** The email that failed to reach the guest, if no one dealt with it. */
  failedEmailId: z.int().optional(),
})
export type Booking = z.infer<typeof booking>

/** A booking that was looked for among all events. */
export const foundBooking = booking.extend({ event })
export type FoundBooking = z.infer<typeof foundBooking>

/** A booking as its guest sees it: `id` is the token of the manage page (docs/product.md, The guest's link). */
export const visitorBooking = appointment.extend({ id: z.string(), attendeeEmail: z.string() })
export type VisitorBooking = z.infer<typeof visitorBooking>

/** The rooms that an event's bookings have, and the booking that has a room at the same time; null for none. */
export const rooms = z.object({
  rooms: z.array(z.string()),
  taken: z
    .object({
      attendeeName: z.string(),
      startTime: z.string(),
      endTime: z.string(),
      /** Another event's name; null for the same one. */
      eventName: z.string().nullable(),
    })
    .nullable(),
})
export type Rooms = z.infer<typeof rooms>

export const cancelAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  event: z.object({
    id: z.int(),
    name: z.string(),
    eventDate: z.string(),
    location: z.string().nullable(),
  }),
  timeSlot: z.object({
    slotDate: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    /** Both times with the abbreviation of the event's zone. */
    time: z.string(),
  }),
})
export type CancelAnswer = z.infer<typeof cancelAnswer>
