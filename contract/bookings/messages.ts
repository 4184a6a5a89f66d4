/** Texts that guest pages show by themselves: they load no others. */
export const guestBookingMessages = {
  slotRequired: 'No time slot selected',
  bookFailedTitle: 'Booking Failed',
  bookFailed: 'Failed to book appointment. Please try again.',
  rescheduleFailed: 'Failed to reschedule booking. Please try again.',
  cancelFailed: 'Failed to process cancellation',
  missingId: 'No booking ID provided',
} as const

export const bookingMessages = {
  full: 'This time slot is fully booked. Please choose another time.',
  /** @param left spots left, fewer than `wanted` */
  tooFewSpots: (left: number, wanted: number) =>
    left <= 0
      ? bookingMessages.full
      : `This time slot has only ${left} of the ${wanted} spots you need. Please choose another time.`,
  notesTooLong: 'Notes must be 2,000 characters or less',
  /** @param spots the spots the time slot would have with the booking */
  makesSpots: (spots: number) => `This time slot has too few spots. With this booking it has ${spots}.`,
  roomTooLong: 'A room must be 40 characters or less',
  notesChanged: (name: string) => `${name} changed these notes while you were editing.`,
  ended: 'This time slot is over. Choose another time.',
  partySizeInvalid: 'Choose your party size.',
  /** @param most the largest party of the event */
  partyTooLarge: (most: number): string =>
    most === 1
      ? 'Each booking is for one person. Book again for each of you.'
      : `You can book for up to ${most} people. Contact the host to bring more.`,
  unavailable: 'This time slot is not available. Please choose another time.',
  /** @param terms when the event lets guests book */
  notNow: (terms: readonly string[]) => [...terms, 'Please choose another time.'].join('. '),
  inactive: 'This event is not currently taking appointments',
  passed: 'This time has already passed. Please choose another time.',
  notFound: 'Booking not found.',
  alreadyCanceled: 'This booking is already canceled.',
  startPassed: 'This appointment has already started, so it can’t be changed.',
  movedTooOften: 'This booking has been rescheduled too many times. Contact the host to change it.',
  tooManySpotsForNetwork: (host: string) =>
    `Your network has taken too many spots of this event today. Contact ${host} to bring more people.`,
  sameSlot: 'This booking is already at that time.',
  leaveEmpty: 'Leave the hidden field empty and try again.',
  tooQuick: 'That was quick. Press Confirm Booking again to continue.',
  formUnknown: 'This form has expired. Reload the page and try again.',
  tooManyFromNetwork: (host: string) =>
    `Too many bookings from your network in the last hour. Try again later, or contact ${host}.`,
  tooManyForAttendee: 'This email address has too many new bookings. Try again tomorrow.',
  keyReused:
    'You already booked with this form, and your confirmation is in your email. Press Confirm Booking again to book another appointment.',
  questionsChanged:
    'The host just changed the questions. Check your answers, then press Confirm Booking again.',
  photoNotAsked: 'No photo can be sent with this question',
  tooManyPhotos: 'Too many photos were sent from your network. Wait a few minutes, then try again.',
  noRoomForPhotos: (host: string) => `Photos can’t be saved right now. Book without one, or contact ${host}.`,
  canceled: 'Your booking was canceled.',
  openPageToCancel: 'Open the link in your confirmation email to cancel your booking.',
  loadFailed: 'Failed to load bookings and availability data.',
  noSlotsToMoveTo: 'No available time slots for rescheduling.',
  hostCancelFailed: 'Failed to cancel booking. Please try again.',
} as const
