import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import type { StaffContext } from '../context.ts'
import type { CsvRow } from '../http/csv.ts'
import { type CustomerFilter, eachCustomer } from './queries.ts'

/** Column headings of the file, which an import reads again, and what stands under each. */
const columns: Record<string, (customer: Customer) => string | number> = {
  'First name': (customer) => customer.firstName,
  'Last name': (customer) => customer.lastName,
  Email: (customer) => customer.email,
  Phone: (customer) => customer.phone ?? '',
  Notes: (customer) => customer.notes,
  Archived: (customer) => (customer.isArchived ? 'Yes' : 'No'),
  'Customer number': (customer) => customer.id,
}

export const exportedColumns = Object.keys(columns)

/** The company's customers as rows of a file, those that the list shows with the same filter. */
export async function* exportCustomers(ctx: StaffContext, filter: CustomerFilter): AsyncGenerator<CsvRow> {
  for await (const customer of eachCustomer(ctx, filter)) {
    yield Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(customer)]))
  }
}
