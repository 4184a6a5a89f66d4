import { tagLimits } from './rules.ts'

export const customerMessages = {
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  nameTooLong: 'Names must be 100 characters or less',
  tagsTooLong: `Use up to ${tagLimits.tags} tags of ${tagLimits.characters} characters or less`,
  notesTooLong: 'Notes must be 5,000 characters or less',
  userInvalid: 'User ID must be a number',
  notFound: 'Customer not found.',
  inUse: 'This customer has orders and can’t be deleted. Archive them instead.',
  /** @param did past participle, such as archived */
  movedSince: (name: string, did: string) =>
    `${name} just ${did} this customer. Save again to keep your changes.`,
  sameCustomer: 'You can’t merge a customer with themselves. Select another customer.',
  changedSinceLook: 'One of these customers just changed. Review the preview, then merge again.',
  tooManyMergedTags: `Together, these customers have more than ${tagLimits.tags} tags. Remove some, then merge.`,
  mergedNotesTooLong:
    'The combined notes are longer than 5,000 characters. Shorten one customer’s notes, then merge.',
  tooManyMergedAddresses: 'Together, these customers have more than 50 addresses. Delete some, then merge.',
  otherPhone: (phone: string) => `Other phone: ${phone}`,
  streetRequired: 'Street address is required',
  cityRequired: 'City is required',
  stateRequired: 'State is required',
  zipRequired: 'ZIP code is required',
  lineTooLong: 'This must be 200 characters or less',
  zipInvalid: 'Enter a 5-digit ZIP code, or a ZIP+4 such as 94103-1234',
  zipTooLong: 'ZIP code must be 20 characters or less',
  addressNotFound: 'Address not found.',
  tooManyAddresses: 'A customer can have up to 50 addresses.',
} as const
