import { formatMoney } from '@trunkshow/contract/money.ts'
import type { OrderPrice } from './order-price.ts'
import styles from './price-table.module.css'

/** An order's price, line by line (docs/product.md, Prices). */
export function PriceTable({ price }: { price: OrderPrice }) {
  return (
    <table className={styles.table} aria-label="Price">
      <tbody>
        {price.lines.map(({ label, amount }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ID, and two may have the same text
          <tr key={line} data-first={line === 0}>
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
