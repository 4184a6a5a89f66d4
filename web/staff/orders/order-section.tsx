import { Group, Title } from '@mantine/core'
import { formatMoney, parseCents } from '@trunkshow/contract/money.ts'
import { inDecimals, priceOrder } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { Answers } from '@trunkshow/contract/templates/rules.ts'
import { type ReactNode, useId } from 'react'
import styles from './order-section.module.css'

interface OrderSectionProps {
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A section of an order under a serif heading. */
export function OrderSection({ title, action, children }: OrderSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={3} id={titleId}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  )
}

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
