import { formatMoney } from '@trunkshow/contract/money.ts'
import { pricedOrder } from '@trunkshow/contract/orders/fields.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { inDecimals, priceOrder } from '@trunkshow/contract/prices/rules.ts'
import type { ComponentProps } from 'react'
import { Section } from '../ui/page/section.tsx'
import styles from './order-section.module.css'

/** A section of an order. */
export const OrderSection = (props: Omit<ComponentProps<typeof Section>, 'order'>) => (
  <Section order={3} className={styles.section} {...props} />
)

/** An order's price, line by line (docs/product.md, Prices). */
export function PriceTable({ price }: { price: OrderPrice }) {
  return (
    <table className={styles.table} aria-label="Price">
      <tbody>
        {price.lines.map(({ label, amount, isOption }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ID, and two may have the same text
          <tr key={line} data-first={!isOption}>
            <th scope="row">{label}</th>
            <td>{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{formatMoney(price.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

type OrderPrice = Order['price']
/** An order's price for display, as decimals, by the same rule as on the server. */
export const priceWith = (order: Parameters<typeof pricedOrder>[0]): OrderPrice =>
  inDecimals(priceOrder(pricedOrder(order)))
