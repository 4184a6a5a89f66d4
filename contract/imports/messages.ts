export const importMessages = {
  empty: 'This file has no rows.',
  unreadable: 'We can’t read this file. Save it as a CSV file, then choose it again.',
  strayQuote: (line: number) =>
    `Line ${line} has a quotation mark (") that’s out of place or never closed. Fix it, then choose the file again.`,
  busy: 'Other files are being checked right now. Wait a minute, then try again.',
  interrupted: 'We couldn’t finish checking this file. Try again, or split it into smaller files.',
  tooLarge: 'This file is too large. Files can be up to 20 MB.',
  workbookUnreadable: 'We can’t read this Excel file. Save it as CSV, then choose that file.',
  rowTooLong: (line: number) =>
    `Line ${line} has more than 1,000,000 characters. A quotation mark (") may be missing there. Fix it, then choose the file again.`,
  headingsTooLong:
    'The first line of this file is too long for column names. Save it as a CSV file, then choose it again.',
  cellTooLong: 'A cell can have up to 50,000 characters',
  tooManyRows: 'This file has more than 100,000 rows. Split it into smaller files.',
  tooManyColumns:
    'This file has more than 200 columns. Delete the ones you don’t need, then choose it again.',
  columnsMissing: (fields: string) => `We couldn’t find a column for ${fields}. Choose it below.`,
  unknownColumns: 'Choose a field from the list for each column.',
  tagTooLong: 'Tags can have up to 100 characters.',
  tooManyTags: 'A product can have up to 250 tags.',
  numberRequired: 'Order number is required',
  numberTooLong: 'Order numbers can have up to 50 characters',
  orderSplit: (number: string) =>
    `Order ${number} appears in more than one place. Sort the file by order number.`,
  dateInvalid: 'Enter a date that isn’t in the future, such as 2026-09-30 or 9/30/2026',
  canceledInvalid: 'Enter Yes, No or the date it was canceled',
  dollarsOnly: 'Only orders in US dollars can be imported',
  numberShortened:
    'A spreadsheet shortened this number. Enter it in full, or format its column as text and export the file again.',
  quantity: 'Enter a whole number from 1 to 1,000',
  tooManyItems: 'An order can have up to 200 products',
  notesTooLong: 'Notes must be 5,000 characters or less',
  yesOrNo: (column: string) => `${column} must be Yes or No`,
  eventRequired: 'Choose the event to import bookings into.',
  startRequired: 'Start time is required',
  startInvalid: 'Enter a date and time, such as 11/2/2026 10:00 AM.',
  partySizeInvalid: 'Enter how many people are coming, 1 or more.',
  /** @param most the largest party of the event */
  partyTooLarge: (most: number): string =>
    most === 1
      ? 'Each booking of this event is for one person.'
      : `Each booking of this event is for up to ${most} people.`,
  /** @param at `10:15 AM on Nov 2, 2026` */
  noTimeSlot: (at: string) => `No time slot starts at ${at}.`,
  timeSlotHidden: (at: string) =>
    `The time slot at ${at} is hidden from guests. Show it under Availability, or enter another one.`,
  notFound: 'Import not found.',
  started: 'This import has already started.',
} as const
