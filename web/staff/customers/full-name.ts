import type { Customer } from '@trunkshow/contract/customers/schema.ts'

export function fullName({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}
