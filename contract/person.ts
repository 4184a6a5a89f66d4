/** Maximum lengths of a person's name, email and phone, in characters, in every form. */
export const personLimits = { name: 100, email: 320, phone: 50 } as const

/** Messages about them, in every form. */
export const personMessages = {
  nameRequired: 'Name is required',
  nameTooLong: `Name must be ${personLimits.name} characters or less`,
  emailInvalid: 'Invalid email address',
  emailUnplain: 'Use only letters without accents before the @',
  phoneRequired: 'Phone number is required',
  phoneTooLong: `Phone must be ${personLimits.phone} characters or less`,
} as const
