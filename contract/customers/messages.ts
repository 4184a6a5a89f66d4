import { personMessages } from '../person.ts'

/** Texts of customers and their addresses. */
export const customerMessages = {
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  nameTooLong: 'Names must be 100 characters or less',
  emailInvalid: personMessages.emailInvalid,
  phoneTooLong: personMessages.phoneTooLong,
  notesTooLong: 'Notes must be 5,000 characters or less',
  notFound: 'Customer not found.',
  inUse: 'This customer has orders, so they cannot be deleted. Archive them instead.',
  changed: (name: string) => `${name} just changed this customer. Review the highlighted fields, then save.`,
  /** @param did such as archived */
  movedSince: (name: string, did: string) =>
    `${name} just ${did} this customer. Save again to keep your changes.`,
  sameCustomer: 'A customer cannot be merged with itself.',
  changedSinceLook:
    'Somebody else has changed one of these customers meanwhile. Look again at what the merge would leave.',
  mergedNotesTooLong:
    'Together, the notes of these customers have more than 5,000 characters. Shorten those of one of them, then merge.',
  tooManyMergedAddresses:
    'Together, these customers have more than 50 addresses. Delete some of either first, then merge.',
  otherPhone: (phone: string) => `Other phone: ${phone}`,
  streetRequired: 'Street address is required',
  cityRequired: 'City is required',
  stateRequired: 'State is required',
  zipRequired: 'ZIP code is required',
  lineTooLong: 'This must be 200 characters or less',
  zipTooLong: 'ZIP code must be 20 characters or less',
  addressNotFound: 'Address not found.',
  tooManyAddresses: 'A customer can have at most 50 addresses.',
} as const
