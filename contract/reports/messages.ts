export const reportMessages = {
  dateInvalid: 'Enter a date like 2026-12-04.',
  endsBeforeStart: 'The last day can’t be before the first.',
  tooLong: 'Choose at most three years.',
} as const
