/** Texts of an import as a whole. */
export const importMessages = {
  empty: 'This file has no rows.',
  unreadable: 'We can’t read this file. Save it as a CSV file, then choose it again.',
  busy: 'Other files are being checked right now. Wait a minute, then try again.',
  interrupted: 'We couldn’t finish checking this file. Try again, or split it into smaller files.',
  tooLarge: 'This file is too large. Files can be up to 20 MB.',
  workbookUnreadable: 'We can’t read this Excel file. Save it as CSV, then choose that file.',
  columnsMissing: (fields: string) => `We couldn’t find a column for ${fields}. Choose it below.`,
  eventRequired: 'Choose the event to import bookings into.',
  notFound: 'Import not found.',
  started: 'This import has already started.',
} as const
