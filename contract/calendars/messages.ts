/** Texts for calendar feeds. */
export const calendarMessages = {
  notFound: 'This calendar link doesn’t work anymore. Create a new one in Settings.',
  tooMany: 'This calendar is read too often. Try again later.',
} as const
