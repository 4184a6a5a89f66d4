/** Texts for the forms of payments. */
export const paymentMessages = {
  amountRequired: 'Enter an amount',
  amountZero: 'Enter an amount above 0',
  referenceTooLong: 'Reference must be 100 characters or less',
  depositInvalid: 'Enter a percentage such as 50% or an amount such as 500',
  entryGone: 'We can’t find this payment.',
  correctsNothing: 'Choose the payment or refund to correct.',
} as const

/** Texts for payments that are recorded, which the server alone says: screens don't load them. */
export const entryMessages = {
  receivedLater: 'Enter today or an earlier day',
  /** @param name of a provider, such as Stripe */
  entryOfProvider: (name: string) => `This came from ${name}. Change it there.`,
  amountIsSame: 'This is the amount it already has.',
  /** @param held formatted, $250.00 */
  refundTooLarge: (held: string) => `You can refund up to ${held}.`,
  keptTooMuch: (held: string) => `You can keep up to ${held}.`,
  refundedAlready: 'That is less than was refunded. Correct the refund first.',
  tooMuchReceived: 'An order can’t hold more than $20,000,000.',
  tooManyEntries: (most: number) => `An order can have up to ${most} payments, refunds, and corrections.`,
  nothingToUndo: 'No payment recorded by hand makes this order paid, so it can’t be marked as unpaid.',
} as const
