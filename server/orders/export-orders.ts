import { venueNow } from '@trunkshow/contract/dates.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import type { StaffContext } from '../context.ts'
import type { CsvRow } from '../http/csv.ts'
import { eachOrder, type OrderFilter } from './list-orders.ts'

/** Column headings of the file, and what stands under each; the date is the venue's, yyyy-MM-dd. */
const columns: Record<string, (order: OrderSummary) => string | number> = {
  'Order number': (order) => order.orderNumber,
  Date: (order) => venueNow(new Date(order.createdAt)).date,
  Customer: (order) => order.customerName,
  Email: (order) => order.customerEmail,
  Items: (order) => order.items,
  Total: (order) => order.total,
  Event: (order) => order.event?.name ?? '',
  Status: (order) => order.status,
  'Shopify order': (order) => order.shopifyOrderId ?? '',
}

export const exportedColumns = Object.keys(columns)

/** Orders as rows of a file, those that the list shows with the same filter. */
export async function* exportOrders(ctx: StaffContext, filter: OrderFilter): AsyncGenerator<CsvRow> {
  for await (const order of eachOrder(ctx, filter)) {
    yield Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(order)]))
  }
}
