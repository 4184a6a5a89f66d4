/** Texts for tax. */
export const priceMessages = {
  rateInvalid: 'Enter a percentage such as 8.875',
  stateRequired: 'Select the state of this rate',
  exemptTooLong: 'The reason must be 200 characters or less',
} as const
