/** Texts for tax. */
export const priceMessages = {
  rateInvalid: 'Enter a percentage such as 8.875',
  stateRequired: 'Select the state of this rate',
  exemptTooLong: 'The reason must be 200 characters or less',
  /** @param state its name */
  noRate: (state: string) => `No tax: Settings has no rate for ${state}.`,
  noPlace: 'No tax: there’s no shipping address, and the event has no rate of its own.',
  exempt: (reason: string) => `Tax exempt: ${reason}`,
} as const
