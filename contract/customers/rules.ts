import type { Customer } from './schema.ts'

/** What of a customer can be edited, in the form of a change. */
export function editableOf({ firstName, lastName, email, phone, notes }: Customer) {
  return { firstName, lastName, email, phone: phone ?? '', notes }
}
