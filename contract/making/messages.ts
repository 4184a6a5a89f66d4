/** Texts of an order's dates and its making. */
export const makingMessages = {
  nameRequired: 'Name the stage',
  nameTooLong: 'A name must be 40 characters or less',
  wordsTooLong: 'What the customer reads must be 100 characters or less',
  nameTaken: 'Two stages have this name',
  daysInvalid: 'Enter 0 to 365 days, or leave it empty',
  capacityInvalid: 'Enter 1 to 10,000 orders, or leave it empty',
  tooManyStages: 'A company has at most 12 stages',
  tooManyClosed: 'Enter at most 400 days',
  stageGone: 'This stage was removed. Reload the page.',
  changedMeanwhile: 'Someone else changed these settings. Reload the page to see them.',
  whereTo: 'Choose where the orders of each removed stage go',
  movedBy: (name: string) => `${name} moved this order. It’s where they put it now.`,
  notOpen: 'Only pending and paid orders have a stage.',
  reasonRequired: {
    approval: 'The customer hasn’t approved this order. Say why you start anyway.',
    deposit: 'The deposit isn’t paid. Say why you start anyway.',
  },
  reasonTooLong: 'A reason must be 500 characters or less',
} as const
