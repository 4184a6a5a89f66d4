import { useCompanyZone } from '../../session/use-company-zone.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { OrderStatusTag } from '../../ui/list/order-status-tag.tsx'
import { shortOrderDay } from '../when-taken.ts'
import { OrderActions } from './order-actions.tsx'
import type { OrderRowsProps } from './order-rows.ts'
import styles from './orders-table.module.css'

/** The orders on a large screen. */
export function OrdersTable({ orders, newest, ...rows }: OrderRowsProps) {
  return (
    <table className={styles.table} aria-label="Orders">
      <thead>
        <tr>
          <td />
          <th scope="col">Order ID</th>
          <th scope="col" aria-sort={newest ? 'descending' : 'ascending'}>
            Date
          </th>
          <th scope="col">Customer</th>
          <th scope="col">Items</th>
          <th scope="col">Event</th>
          <th scope="col">Status</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} {...rows} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Omit<OrderRowsProps, 'orders' | 'newest'> & { order: OrderSummary }

function Row({ order, chosen, onChoose, onOpen, onDelete }: RowProps) {
  const zone = useCompanyZone()
  const { id, orderNumber, createdAt, customerName, customerEmail, items, total, event, status } = order
  return (
    <tr data-chosen={chosen.has(id)}>
      <td>
        <Checkbox
          aria-label={`Select order #${orderNumber}`}
          checked={chosen.has(id)}
          onChange={() => onChoose(id)}
        />
      </td>
      <th scope="row">#{orderNumber}</th>
      <td className={styles.date}>{shortOrderDay(createdAt, zone)}</td>
      <td>
        <span className={styles.name}>{customerName}</span>
        <span className={styles.email}>{customerEmail}</span>
      </td>
      <td>
        {items}
        <span className={styles.price}>{formatMoney(total)}</span>
      </td>
      <td>{event ? event.name : <span className={styles.none}>No event</span>}</td>
      <td>
        <OrderStatusTag status={status} />
      </td>
      <td>
        <OrderActions order={order} onOpen={() => onOpen(id)} onDelete={() => onDelete(order)} />
      </td>
    </tr>
  )
}
