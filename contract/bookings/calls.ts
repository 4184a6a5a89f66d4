import { z } from 'zod'
import { create, csv, get, paged, patch, post } from '../endpoint.ts'
import { questionLimits } from '../events/rules.ts'
import { guestPhoto } from '../images.ts'
import {
  addBookingInput,
  booking,
  bookingNotesInput,
  bookSlotInput,
  cancelAnswer,
  foundBooking,
  gatherAnswers,
  rescheduleInput,
  roomField,
  rooms,
  visitorBooking,
} from './schema.ts'
import { searchBookings, whichBookings } from './screens.ts'

/** Bookings, for staff and for the guest who holds the link. */
export const bookingCalls = {
  list: get('/api/events/:id/bookings', 'bookings.see', paged(whichBookings, booking)),
  /** Appointments of all events, co-hosted ones included, by guest, event and day; those to come first. */
  find: get('/api/bookings/search', 'bookings.see', { query: searchBookings, output: z.array(foundBooking) }),
  get: get('/api/bookings/:id', 'bookings.see', { output: booking }),
  /** All matching bookings as a CSV file with formulas escaped, so a spreadsheet runs nothing. */
  export: get('/api/events/:id/bookings.csv', 'bookings.see', { query: whichBookings, output: csv }),
  cancel: patch('/api/bookings/:id/cancel', 'bookings.manage', { output: booking }),
  /** A booking by staff. A repeat with the same `Idempotency-Key` returns the first one. */
  add: create('/api/timeslots/:id/bookings', 'bookings.manage', {
    body: addBookingInput,
    output: booking,
  }),
  /** The rooms used at its event, and who else has this one then, which warns and refuses nothing. */
  rooms: get('/api/bookings/:id/rooms', 'bookings.manage', {
    query: z.strictObject({ room: roomField.default('') }),
    output: rooms,
  }),
  saveNotes: patch('/api/bookings/:id/notes', 'bookings.manage', {
    body: bookingNotesInput,
    output: booking,
  }),
  reschedule: patch('/api/bookings/:id/reschedule', 'bookings.manage', {
    body: rescheduleInput,
    output: booking,
  }),
  /** A guest's booking; repeats with one `Idempotency-Key` return the first result (docs/product.md, Repeated calls). */
  book: create('/api/timeslots/:id/book', 'public', {
    body: z.preprocess(gatherAnswers, bookSlotInput),
    attachments: { fields: ['photo'], megabytes: guestPhoto.megabytes, maxFiles: questionLimits.photos },
    output: visitorBooking,
  }),
  manage: get('/api/bookings/manage/:token', 'token', { output: visitorBooking }),
  rescheduleByVisitor: post('/api/bookings/manage/:token/reschedule', 'token', {
    body: rescheduleInput,
    output: visitorBooking,
  }),
  /** Cancels, but only on a deliberate request: see `isDeliberate` (docs/product.md, The guest's link). */
  cancelByVisitor: get('/api/bookings/:token/cancel', 'token', { output: cancelAnswer }),
} as const
