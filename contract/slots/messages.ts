import { formatDate } from '../dates.ts'

/** Texts for time slots. */
export const slotMessages = {
  dateRequired: 'Date is required',
  startTimeRequired: 'Start time is required',
  endTimeRequired: 'End time is required',
  endTimeBeforeStart: 'End time must be after start time',
  totalTooSmall: 'Enter a whole number of spots, 1 or more.',
  totalTooLarge: 'A time slot can have at most 1,000 spots.',
  /** In spring, the clock skips an hour. */
  notOnClocks: (date: string) =>
    `This time doesn’t exist on ${formatDate(date)}, when clocks go forward. Choose another time.`,
  totalBelowBooked: (booked: number) =>
    `This time slot already has ${booked} booked ${booked === 1 ? 'spot' : 'spots'}. Enter at least that many.`,
  hasBookings: 'This time slot has bookings, so it cannot be deleted.',
  exists: 'There is already a time slot at this date and time.',
  tooManyOnDate: (most: number) =>
    `An event can have up to ${most} time slots on one date. Choose another date.`,
  /** Another slot would run past midnight. */
  noRoomForNext: 'Another time slot won’t fit before midnight.',
  setTimes: 'Enter a date, start and end time.',
  outsideEvent: 'Guests won’t see this slot unless you change the event’s dates or hours.',
  notFound: 'Time slot not found.',
} as const
