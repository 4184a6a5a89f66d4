/** How long a person's name, email and phone may be, in characters, wherever one is entered. */
export const personLimits = { name: 100, email: 320, phone: 50 } as const

/** What is said of them, wherever one is entered. */
export const personMessages = {
  nameRequired: 'Name is required',
  nameTooLong: `Name must be ${personLimits.name} characters or less`,
  emailInvalid: 'Invalid email address',
  phoneTooLong: `Phone must be ${personLimits.phone} characters or less`,
} as const
