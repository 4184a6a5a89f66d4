import type { Customer } from './schema.ts'

/** The editable fields of a customer, shaped like a change. */
export function editableOf({ firstName, lastName, email, phone, notes }: Customer) {
  return { firstName, lastName, email, phone: phone ?? '', notes }
}
