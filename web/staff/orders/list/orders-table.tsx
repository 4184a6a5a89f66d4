import { formatMoney } from '@trunkshow/contract/money.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { OrderStatusTag } from '../../ui/list/order-status-tag.tsx'
import { RowCheckbox } from '../../ui/list/row-checkbox.tsx'
import { opensOn, RowLink } from '../../ui/table/row-link.tsx'
import styles from '../../ui/table/table.module.css'
import { shortOrderDay } from '../when-taken.ts'
import { OrderActions } from './order-actions.tsx'
import { orderHref } from './order-href.ts'
import type { OrderRowsProps } from './order-rows.ts'

/** The orders on a large screen. */
export function OrdersTable({ orders, newest, ...rows }: OrderRowsProps) {
  const { hidden, selection } = rows
  return (
    <table className={styles.table} aria-label="Orders">
      <thead>
        <tr>
          <td>
            <RowCheckbox
              label="Select all"
              checked={selection.isAll}
              some={selection.ids.size > 0 && !selection.isAll}
              onToggle={selection.toggleAll}
            />
          </td>
          <th scope="col">Order ID</th>
          {!hidden.includes('date') && (
            <th scope="col" aria-sort={newest ? 'descending' : 'ascending'}>
              Date
            </th>
          )}
          <th scope="col">Customer</th>
          {!hidden.includes('items') && <th scope="col">Items</th>}
          {!hidden.includes('event') && <th scope="col">Event</th>}
          {!hidden.includes('status') && <th scope="col">Status</th>}
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

function Row({ order, selection, hidden, onOpen, onDelete }: RowProps) {
  const zone = useCompanyZone()
  const { id, orderNumber, createdAt, customerName, customerEmail, items, total, event, status } = order
  const isSelected = selection.ids.has(id)
  return (
    <tr data-chosen={isSelected} {...opensOn(orderHref(id), () => onOpen(id))}>
      <td>
        <RowCheckbox
          label={`Select order #${orderNumber}`}
          checked={isSelected}
          onToggle={(range) => selection.toggle(id, range)}
        />
      </td>
      <th scope="row">
        <RowLink href={orderHref(id)} onOpen={() => onOpen(id)}>
          #{orderNumber}
        </RowLink>
      </th>
      {!hidden.includes('date') && <td className={styles.date}>{shortOrderDay(createdAt, zone)}</td>}
      <td>
        <span className={styles.name}>{customerName}</span>
        <span className={styles.detail}>{customerEmail}</span>
      </td>
      {!hidden.includes('items') && (
        <td>
          {items}
          <span className={styles.detail}>{formatMoney(total)}</span>
        </td>
      )}
      {!hidden.includes('event') && (
        <td>{event ? event.name : <span className={styles.none}>No event</span>}</td>
      )}
      {!hidden.includes('status') && (
        <td>
          <OrderStatusTag status={status} />
        </td>
      )}
      <td>
        <OrderActions order={order} onOpen={() => onOpen(id)} onDelete={() => onDelete(order)} />
      </td>
    </tr>
  )
}
