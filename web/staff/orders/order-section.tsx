import { formatMoney, parseCents } from '@trunkshow/contract/money.ts'
import { inDecimals, priceOrder } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { Answers } from '@trunkshow/contract/templates/rules.ts'
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

type OrderPrice = Order['price']
type PricedParts = Pick<Order, 'formData'> & {
  discount: Pick<NonNullable<Order['discount']>, 'code' | 'percent'> | null
  products: Pick<Order['products'][number], 'name' | 'basePrice' | 'quantity'>[]
  template: Pick<Order['template'], 'fields'>
}

/** An order's price for display, as decimals, by the same rule as on the server. */
export const priceWith = ({ products, template, formData, discount }: PricedParts): OrderPrice =>
  inDecimals(
    priceOrder({
      products: products.map(({ name, basePrice, quantity }) => ({
        name,
        unitPriceCents: parseCents(basePrice) ?? 0,
        quantity,
      })),
      fields: template.fields,
      answers: formData as Answers,
      discount,
    }),
  )
