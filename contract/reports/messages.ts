export const reportMessages = {
  dateInvalid: 'Enter a date like 2026-12-04.',
  endsBeforeStart: 'The last day can’t be before the first.',
  tooLong: 'Reports can cover up to 3 years.',
} as const
