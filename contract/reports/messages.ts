import { dateInvalid } from '../dates.ts'

export const reportMessages = {
  dateInvalid,
  endsBeforeStart: 'The last day can’t be before the first.',
  tooLong: 'Reports can cover up to 3 years.',
} as const
