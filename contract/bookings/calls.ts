import { z } from 'zod'
import { byId, byToken, csv, endpoint, page } from '../endpoint.ts'
import { questionLimits } from '../events/rules.ts'
import { guestPhoto } from '../images.ts'
import {
  addBookingInput,
  booking,
  bookingNotesInput,
  bookSlotInput,
  cancelAnswer,
  gatherAnswers,
  rescheduleInput,
  visitorBooking,
} from './schema.ts'
import { whichBookings } from './screens.ts'

/** Bookings, for staff and for the guest who holds the link. */
export const bookingCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/events/:id/bookings',
    access: 'bookings.see',
    params: byId,
    query: page.extend(whichBookings.shape),
    output: z.array(booking),
  }),
  /** All matching bookings as a CSV file with formulas escaped, so a spreadsheet runs nothing. */
  export: endpoint({
    method: 'GET',
    path: '/api/events/:id/bookings.csv',
    access: 'bookings.see',
    params: byId,
    query: whichBookings,
    output: csv,
  }),
  cancel: endpoint({
    method: 'PATCH',
    path: '/api/bookings/:id/cancel',
    access: 'bookings.manage',
    params: byId,
    output: booking,
  }),
  /** A booking by staff. A repeat with the same `Idempotency-Key` returns the first one. */
  add: endpoint({
    method: 'POST',
    path: '/api/timeslots/:id/bookings',
    access: 'bookings.manage',
    params: byId,
    body: addBookingInput,
    output: booking,
    status: 201,
  }),
  saveNotes: endpoint({
    method: 'PATCH',
    path: '/api/bookings/:id/notes',
    access: 'bookings.manage',
    params: byId,
    body: bookingNotesInput,
    output: booking,
  }),
  reschedule: endpoint({
    method: 'PATCH',
    path: '/api/bookings/:id/reschedule',
    access: 'bookings.manage',
    params: byId,
    body: rescheduleInput,
    output: booking,
  }),
  /**
   * A guest's booking. A repeat with the same `Idempotency-Key` returns the first result (docs/product.md, Repeated
   * calls).
   */
  book: endpoint({
    method: 'POST',
    path: '/api/timeslots/:id/book',
    access: 'public',
    params: byId,
    body: z.preprocess(gatherAnswers, bookSlotInput),
    attachments: { fields: ['photo'], megabytes: guestPhoto.megabytes, maxFiles: questionLimits.photos },
    output: visitorBooking,
    status: 201,
  }),
  manage: endpoint({
    method: 'GET',
    path: '/api/bookings/manage/:token',
    access: 'token',
    params: byToken,
    output: visitorBooking,
  }),
  rescheduleByVisitor: endpoint({
    method: 'POST',
    path: '/api/bookings/manage/:token/reschedule',
    access: 'token',
    params: byToken,
    body: rescheduleInput,
    output: visitorBooking,
  }),
  /** Cancels, but only on a deliberate request: see `isDeliberate` (docs/product.md, The guest's link). */
  cancelByVisitor: endpoint({
    method: 'GET',
    path: '/api/bookings/:token/cancel',
    access: 'token',
    params: byToken,
    output: cancelAnswer,
  }),
} as const
