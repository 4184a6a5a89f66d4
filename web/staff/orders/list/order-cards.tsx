import { useCompanyZone } from '../../session/use-company-zone.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { OrderStatusTag } from '../../ui/list/order-status-tag.tsx'
import { shortOrderDay } from '../when-taken.ts'
import { OrderActions } from './order-actions.tsx'
import styles from './order-cards.module.css'
import type { OrderRowsProps } from './order-rows.ts'

/** The orders on a small screen, in the table's column order. */
export function OrderCards({ orders, newest: _, ...rows }: OrderRowsProps) {
  return (
    <ul className={styles.cards} aria-label="Orders">
      {orders.map((order) => (
        <Card key={order.id} order={order} {...rows} />
      ))}
    </ul>
  )
}

type CardProps = Omit<OrderRowsProps, 'orders' | 'newest'> & { order: OrderSummary }

function Card({ order, chosen, onChoose, onOpen, onDelete }: CardProps) {
  const { id, orderNumber, createdAt, customerName, customerEmail, items, total, event, status } = order
  const headingId = `order-${id}`
  const zone = useCompanyZone()
  return (
    <li className={styles.card} aria-labelledby={headingId} data-chosen={chosen.has(id)}>
      <div className={styles.head}>
        <Checkbox
          aria-label={`Select order #${orderNumber}`}
          checked={chosen.has(id)}
          onChange={() => onChoose(id)}
        />
        <h2 id={headingId} className={styles.heading}>
          {orderName(order)}
        </h2>
        <OrderStatusTag status={status} />
      </div>
      <p className={styles.soft}>{shortOrderDay(createdAt, zone)}</p>
      <p>
        <strong>{customerName}</strong>
        <span className={styles.soft}>{customerEmail}</span>
      </p>
      <p className={styles.items}>
        <span>{items}</span>
        <span className={styles.price}>{formatMoney(total)}</span>
      </p>
      <p className={styles.soft}>{event ? event.name : 'No event'}</p>
      <OrderActions order={order} onOpen={() => onOpen(id)} onDelete={() => onDelete(order)} />
    </li>
  )
}
