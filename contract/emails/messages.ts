const domainOf = (address: string | null) => address?.split('@').at(-1) || null

/**
 * Why an email was not sent, in a sentence for the host. What a status code says about an address or a mailbox is known
 * only to the mail server of that mailbox, so the sentence names its domain; anything else any server on the way may say.
 */
const failures = {
  unknownAddress: (theirs) => `${theirs} says the address doesn’t exist.`,
  unknownDomain: (_, address) => `There is no mailbox at ${domainOf(address) ?? 'this domain'}.`,
  invalidAddress: (theirs) => `${theirs} says the address isn’t valid.`,
  mailboxOff: (theirs) => `${theirs} says the mailbox is closed.`,
  mailboxFull: (theirs) => `${theirs} says the mailbox is full.`,
  tooLarge: () => 'The mail server says the email is too large.',
  later: (theirs) => `${theirs} asks us to try again later.`,
  unreachableMailbox: (theirs) => `${theirs} can’t be reached.`,
  refusedAddress: (theirs) => `${theirs} doesn’t accept emails to this address.`,
  refusedContent: () => 'The mail server refused the email, often because it looks like spam to it.',
  refusedSender: () => 'Our mail server refuses our sender address. Nothing is wrong with the recipient’s.',
  refusedLogin: () => 'Our mail server refuses our login. Nothing is wrong with the recipient’s address.',
  refused: () => 'The mail server refused the email.',
  busy: () => 'Our mail server asks us to try again later.',
  unreachable: () => 'We couldn’t reach our mail server.',
  unanswered: () =>
    'Our mail server stopped responding before it confirmed the email. It may have arrived, and may arrive twice.',
  notWritten: () => 'We couldn’t write this email.',
  // Of those that were not meant to be sent:
  ownAction: () => 'The person it was for made this change.',
  turnedOff: () => 'The person it was for turned these emails off.',
} satisfies Record<string, (theirs: string, address: string) => string>
export type EmailFailure = keyof typeof failures
export const emailFailures = Object.keys(failures) as [EmailFailure, ...EmailFailure[]]

export const emailMessages = {
  notFound: 'Email not found.',
  cannotTurnOff: {
    notices:
      'This link doesn’t work. Turn booking alerts off with the link in a newer email, or in Settings.',
    thanks: 'This link doesn’t work. Turn thank-you emails off with the link in a newer one.',
  },
  /** @param address the recipient's */
  whyFailed: (failure: EmailFailure, address: string | null): string => {
    const domain = domainOf(address)
    return failures[failure](domain ? `The mail server of ${domain}` : 'The mail server', address ?? '')
  },
  notToGuest: 'Only emails to guests about their booking or waitlist can be sent again.',
  guestErased: 'This guest was erased.',
  bookingCanceled: 'This booking is canceled, so only its cancellation can be sent again.',
  startPassed: 'This appointment has already started, so its emails can’t be sent again.',
  timePassed: 'The time for this email has passed, so it can’t be sent again.',
  notWaiting: 'This guest is no longer waiting for this, so the email can’t be sent again.',
  alreadyOnWaitlist: 'This email address is already on the waitlist for this.',
  onItsWay: 'This email is already on its way.',
  /** @param most how many are allowed in 24 hours */
  tooOften: (most: number) =>
    `This guest’s emails were sent again ${most} times today. Try again tomorrow, or contact the guest.`,
  subjectRequired: 'Enter a subject.',
  subjectTooLong: 'The subject must be 150 characters or less.',
  textRequired: 'Enter your message.',
  textTooLong: 'Your message must be 5,000 characters or less.',
  noGuests: 'No guest gets this message. Choose another day.',
  messageKeyReused: 'You already sent this message. Close this window and start a new one.',
  testNeedsEmail: 'Add your email under Account and confirm it, then send yourself a test.',
  nothingToDismiss: 'This email didn’t fail, or someone already took care of it.',
} as const
