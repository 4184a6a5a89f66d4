export const discountMessages = {
  codeRequired: 'Discount code is required',
  codeTooLong: 'Code must be 50 characters or less',
  percentageRequired: 'Discount percentage is required',
  percentageRange: 'Enter a whole percentage from 1 to 100',
  usageInvalid: 'Enter 1 or more, or leave blank for unlimited.',
  expiresInvalid: 'Enter a date',
  descriptionTooLong: 'Description must be 500 characters or less',
  codeTaken: 'You already have a discount code with this name.',
  usedMore: (used: number) =>
    used === 1
      ? '1 order uses this code. Enter 1 or more.'
      : `${used} orders use this code. Enter ${used} or more.`,
  inUse: 'Orders use this code. Make it inactive instead of deleting it.',
  notFound: 'Discount code not found.',
  inactive: 'This discount code isn’t active.',
  expired: 'This discount code has expired.',
  usedUp: 'This discount code has reached its usage limit.',
} as const
