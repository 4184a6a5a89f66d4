import { personMessages } from '../person.ts'

/** Texts of the event form and of calls about events. */
export const eventMessages = {
  nameRequired: 'Event name is required',
  nameTooLong: 'Event name must be 200 characters or less',
  hostNameRequired: 'Host name is required',
  hostNameTooLong: 'Host name must be 200 characters or less',
  descriptionTooLong: 'Description must be 5,000 characters or less',
  locationTooLong: 'Location must be 300 characters or less',
  contactEmailInvalid: 'Must be a valid email address',
  eventDateRequired: 'Event date is required',
  dateInvalid: 'Enter a date as yyyy-MM-dd',
  startTimeRequired: 'Start time is required',
  endTimeRequired: 'End time is required',
  timeInvalid: 'Enter a time as HH:mm',
  endTimeBeforeStart: 'End time must be after start time',
  endDateRequired: 'End date is required for multi-day events',
  endDateBeforeStart: 'End date must be on or after start date',
  tooManyDays: 'An event can last at most 366 days',
  tooManySlots:
    'These dates and hours make more than 10,000 time slots. Shorten the event or lengthen the appointments.',
  slotDurationInvalid: 'Choose 15, 30, 45 or 60 minutes',
  maxBookingsInvalid: 'Choose 1 to 5 bookings per slot',
  slugCharacters: 'Custom URL can only contain letters, numbers, hyphens, and underscores',
  slugTooLong: 'Custom URL must be 50 characters or less',
  slugOnlyDigits: 'Custom URL needs at least one letter',
  slugReserved: 'This custom URL is reserved. Please choose another.',
  slugTaken: 'This custom URL is already in use. Please choose another.',
  coHostEmailInvalid: personMessages.emailInvalid,
  coHostExists: 'This person is already invited to this event.',
  coHostIsColleague: 'This person is a user of your company already and sees this event by their role.',
  coHostNotFound: 'Co-host not found.',
  coHostLinkGone: 'This invitation is no longer valid. Ask the host for a new one.',
  coHostOtherAccount: (email: string) =>
    `This invitation is for ${email}. Log in with the account of that address.`,
  notFound: 'Event not found.',
  tooManyWrongLinks:
    'Many links from your network led to no event. Please check your link and try again in an hour.',
  hasBookings: 'This event has bookings, so it cannot be deleted.',
  hasOrders: 'This event has orders, so it cannot be deleted.',
  makeInactive: 'Make it inactive instead.',
  ended: 'This event has ended.',
} as const
