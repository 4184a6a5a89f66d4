import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import type { StaffContext } from '../context.ts'
import type { CsvRow } from '../platform/http/csv.ts'
import { type CustomerFilter, eachCustomer } from './queries.ts'

/** Columns of the file; an import accepts the same headings. */
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

/** Yields the company's customers that match the filter, as rows of a file. */
export async function* exportCustomers(ctx: StaffContext, filter: CustomerFilter): AsyncGenerator<CsvRow> {
  for await (const customer of eachCustomer(ctx, filter)) {
    yield Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(customer)]))
  }
}
