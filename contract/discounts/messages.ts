/** Texts of discount codes. */
export const discountMessages = {
  codeRequired: 'Discount code is required',
  codeTooLong: 'Code must be 50 characters or less',
  percentageRequired: 'Discount percentage is required',
  percentageRange: 'Enter a whole percentage from 1 to 100',
  usageInvalid: 'Enter a whole number from 1 on, or leave this empty',
  expiresInvalid: 'Enter a date',
  descriptionTooLong: 'Description must be 500 characters or less',
  codeTaken: 'There is a discount code with this name already.',
  usedMore: (used: number) =>
    `This code is used by ${used} ${used === 1 ? 'order' : 'orders'}, so its limit cannot be lower.`,
  inUse: 'Orders use this code. Make it inactive instead of deleting it.',
  notFound: 'Discount code not found.',
  inactive: 'This discount code is not active.',
  expired: 'This discount code has expired.',
  usedUp: 'This discount code has been used as often as it may be.',
} as const
