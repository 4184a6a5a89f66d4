/** Sentences of measurement sets and measurements. */
export const measurementMessages = {
  nameRequired: 'Enter a name for the set',
  nameTooLong: 'Names must be 100 characters or less',
  fieldsRequired: 'Enter at least one measurement, one per line',
  tooManyFields: 'A set can have at most 40 measurements',
  fieldTooLong: 'Each measurement’s name must be 60 characters or less',
  fieldTwice: 'Enter each measurement only once',
  unitInvalid: 'Choose inches or centimeters',
  setNotFound: 'Measurement set not found.',
  tooManySets: (most: number) => `Your company can have up to ${most} measurement sets.`,
  unitChanged:
    'The unit of this set just changed. Close this form, then open it again to measure in the new unit.',
  wearerTooLong: 'Names must be 100 characters or less',
  noteTooLong: 'Notes must be 2,000 characters or less',
  noValues: 'Enter at least one measurement',
  valuesInvalid: 'Some measurements couldn’t be read. Enter them again.',
  inchInvalid: 'Enter inches in eighths, like 34 1/8 or 34.125',
  cmInvalid: 'Enter centimeters with up to one decimal, like 86.5',
  inchTooLarge: 'Enter between 1/8 and 200 inches',
  cmTooLarge: 'Enter between 0.1 and 500 centimeters',
  measuredLater: 'Enter today or an earlier day',
  tooManyMeasurings: (most: number) => `A customer can have up to ${most} sets of measurements.`,
} as const
