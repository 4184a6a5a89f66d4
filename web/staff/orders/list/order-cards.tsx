import { formatMoney } from '@trunkshow/contract/money.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { OrderStatusTag } from '../../ui/list/order-status-tag.tsx'
import { RowCheckbox } from '../../ui/list/row-checkbox.tsx'
import { opensOn, RowLink } from '../../ui/table/row-link.tsx'
import { shortOrderDay } from '../when-taken.ts'
import { OrderActions } from './order-actions.tsx'
import styles from './order-cards.module.css'
import { orderHref } from './order-href.ts'
import type { OrderRowsProps } from './order-rows.ts'

/** The orders on a small screen, in the table's column order. */
export function OrderCards({ orders, newest: _, ...rows }: OrderRowsProps) {
  const { selection } = rows
  return (
    <>
      <div className={styles.all}>
        <RowCheckbox
          label="Select all"
          shown
          checked={selection.isAll}
          some={selection.ids.size > 0 && !selection.isAll}
          onToggle={selection.toggleAll}
        />
      </div>
      <ul className={styles.cards} aria-label="Orders">
        {orders.map((order) => (
          <Card key={order.id} order={order} {...rows} />
        ))}
      </ul>
    </>
  )
}

type CardProps = Omit<OrderRowsProps, 'orders' | 'newest'> & { order: OrderSummary }

function Card({ order, selection, onOpen, onDelete }: CardProps) {
  const { id, orderNumber, createdAt, customerName, customerEmail, items, total, event, status } = order
  const headingId = `order-${id}`
  const zone = useCompanyZone()
  return (
    <li
      className={styles.card}
      aria-labelledby={headingId}
      data-chosen={selection.ids.has(id)}
      {...opensOn(orderHref(id), () => onOpen(id))}
    >
      <div className={styles.head}>
        <RowCheckbox
          label={`Select order #${orderNumber}`}
          checked={selection.ids.has(id)}
          onToggle={(range) => selection.toggle(id, range)}
        />
        <h2 id={headingId} className={styles.heading}>
          Order{' '}
          <RowLink href={orderHref(id)} onOpen={() => onOpen(id)}>
            #{orderNumber}
          </RowLink>
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
