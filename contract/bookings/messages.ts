import { personMessages } from '../person.ts'

/** Texts of booking, moving and cancelling. */
export const bookingMessages = {
  nameRequired: personMessages.nameRequired,
  nameTooLong: personMessages.nameTooLong,
  emailInvalid: personMessages.emailInvalid,
  slotRequired: 'No time slot selected',
  full: 'This time slot is fully booked. Please choose another time.',
  unavailable: 'This time slot is not available. Please choose another time.',
  inactive: 'This event is not currently taking appointments',
  passed: 'This time has already passed. Please choose another time.',
  notFound: 'Booking not found.',
  alreadyCancelled: 'This booking is already cancelled.',
  startPassed: 'This appointment has already started, so it can no longer be changed.',
  movedTooOften: 'This booking has been moved many times. Please write to the host to move it again.',
  sameSlot: 'This booking is already at that time.',
  leaveEmpty: 'Please leave the hidden field of the form empty and try again.',
  tooQuick: 'That was very quick. Please press Confirm Booking once more.',
  formUnknown: 'This form can no longer be used. Please reload the page and try again.',
  tooManyFromNetwork: (host: string) =>
    `Many bookings came from your network in the last hour. Please try again later, or contact ${host}.`,
  tooManyForAttendee: 'This email address has many new bookings already. Please try again tomorrow.',
  keyReused:
    'An appointment was already made with this form, and its confirmation is in your mailbox. Press Confirm Booking again to make another one.',
  cancelled: 'Your booking has been cancelled.',
  openPageToCancel: 'Please open the page of your booking to cancel it.',
  bookFailed: 'Failed to book appointment. Please try again.',
  rescheduleFailed: 'Failed to reschedule booking. Please try again.',
  cancelFailed: 'Failed to process cancellation',
  loadFailed: 'Failed to load bookings and availability data.',
  noSlotsToMoveTo: 'No available time slots for rescheduling.',
  hostCancelFailed: 'Failed to cancel booking. Please try again.',
  missingId: 'No booking ID provided',
} as const
