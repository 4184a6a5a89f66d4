export const waitlistMessages = {
  notFound: 'We can’t find this place on the waitlist. The link may be wrong or out of date.',
  off: 'This event has no waitlist. Choose another time.',
  targetRequired: 'Choose what you’re waiting for.',
  /** The guest wants to wait for what can be booked. */
  hasRoom: 'There is an open spot for you right now. Go back and book it.',
  tooLate: 'It’s too late to wait for this. Choose another time.',
  /** @param spots what the party needs */
  neverFits: (spots: number) => `No time slot has ${spots} spots in all. Choose fewer people.`,
  tooManyForAttendee: 'This email address joined too many waitlists today. Try again tomorrow.',
  /** @param host whom to ask, see `contactOf` */
  tooManyFromNetwork: (host: string) =>
    `Too many people joined from your network in the last hour. Try again later, or contact ${host}.`,
  returnedTooOften: 'You let several offers for this event pass today. You can join again tomorrow.',
  offerOver: 'This offer is no longer open.',
  alreadyAccepted: 'You already accepted this offer, and your confirmation is in your email.',
  notWaiting: 'This guest no longer waits.',
  alreadyOffered: 'This guest already has an offer.',
  /** @param left spots left, fewer than `wanted` */
  tooFewSpots: (left: number, wanted: number) =>
    left <= 0
      ? 'This time slot is full. Add spots to it, or choose another one.'
      : `This time slot has only ${left} of the ${wanted} spots this party needs.`,
  slotClosed: 'Guests can’t book this time slot. Choose another one.',
  loadFailed: 'Failed to load the waitlist. Please try again.',
} as const
