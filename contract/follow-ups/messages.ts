/** How many follow-ups of a company can be open. */
export const MAX_OPEN_FOLLOW_UPS = 500

export const followUpMessages = {
  textRequired: 'Enter what to do',
  textTooLong: 'Use 300 characters or less',
  whoRequired: 'Select a customer or a booking',
  notFound: 'Follow-up not found.',
  assigneeGone: 'This person isn’t on your team anymore. Select someone else.',
  tooMany: `You have ${MAX_OPEN_FOLLOW_UPS} open follow-ups. Close some first.`,
  /** @param name who changed it last */
  changed: (name: string) => `${name} just changed this follow-up. Review it, then try again.`,
} as const
