import { Box, Card, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { useCompanyZone, useMayDo } from '../../session/session-query.ts'
import { RowButton } from '../../ui/feedback/reason-button.tsx'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { CardList } from '../../ui/list/card.tsx'
import { OrderStatusTag } from '../../ui/list/order-status-tag.tsx'
import styles from '../../ui/list/row-checkbox.module.css'
import { opensOn, RowLink } from '../../ui/table/row-link.tsx'
import table from '../../ui/table/table.module.css'
import actions from './order-actions.module.css'
import cards from './order-cards.module.css'
import type { Selection } from './use-selection.ts'

const DeleteOrderDialog = lazy(() => import('../detail/delete-order-dialog.tsx'), 'DeleteOrderDialog')

interface FoundOrdersProps extends Omit<OrderRowsProps, 'onDelete'> {
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
}

/** The orders, as a table or on small screens as cards. */
export function FoundOrders({ outdated, ...rows }: FoundOrdersProps) {
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [toDelete, setToDelete] = useState<OrderSummary>()
  const Rows = wide ? OrdersTable : OrderCards
  return (
    <div data-outdated={outdated} aria-busy={outdated}>
      <Rows {...rows} onDelete={setToDelete} />
      {toDelete && <DeleteOrderDialog order={toDelete} onClose={() => setToDelete(undefined)} />}
    </div>
  )
}

/** The properties of a list's rows, in the table or the cards. */
interface OrderRowsProps {
  orders: readonly OrderSummary[]
  newest: boolean
  selection: Selection
  /** Columns of the table that are not shown. */
  hidden: readonly OrderColumn[]
  onOpen: (id: number) => void
  onDelete: (order: OrderSummary) => void
}

/** The orders on a large screen. */
function OrdersTable({ orders, newest, ...rows }: OrderRowsProps) {
  const { hidden, selection } = rows
  return (
    <table className={table.table} aria-label="Orders">
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
      {!hidden.includes('date') && (
        <td className={table.date}>{formatShortDate(wallClock(new Date(createdAt), zone).date)}</td>
      )}
      <td>
        <span className={table.name}>{customerName}</span>
        <span className={table.detail}>{customerEmail}</span>
      </td>
      {!hidden.includes('items') && (
        <td>
          {items}
          <span className={table.detail}>{formatMoney(total)}</span>
        </td>
      )}
      {!hidden.includes('event') && (
        <td>{event ? event.name : <span className={table.none}>No event</span>}</td>
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

/** The orders on a small screen, in the table's column order. */
function OrderCards({ orders, newest: _, ...rows }: OrderRowsProps) {
  const { selection } = rows
  return (
    <>
      <Box px="md" pb="sm">
        <RowCheckbox
          label="Select all"
          shown
          checked={selection.isAll}
          some={selection.ids.size > 0 && !selection.isAll}
          onToggle={selection.toggleAll}
        />
      </Box>
      <CardList label="Orders" width={340} outdated={false}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} {...rows} />
        ))}
      </CardList>
    </>
  )
}

type CardProps = Omit<OrderRowsProps, 'orders' | 'newest'> & { order: OrderSummary }

function OrderCard({ order, selection, onOpen, onDelete }: CardProps) {
  const { id, orderNumber, createdAt, customerName, customerEmail, items, total, event, status } = order
  const headingId = `order-${id}`
  const zone = useCompanyZone()
  return (
    <Card
      component="li"
      className={cards.card}
      aria-labelledby={headingId}
      data-chosen={selection.ids.has(id)}
      {...opensOn(orderHref(id), () => onOpen(id))}
    >
      <Group wrap="nowrap">
        <RowCheckbox
          label={`Select order #${orderNumber}`}
          checked={selection.ids.has(id)}
          onToggle={(range) => selection.toggle(id, range)}
        />
        <h2 id={headingId}>
          Order{' '}
          <RowLink href={orderHref(id)} onOpen={() => onOpen(id)}>
            #{orderNumber}
          </RowLink>
        </h2>
        <OrderStatusTag status={status} />
      </Group>
      <Text c="dimmed">{formatShortDate(wallClock(new Date(createdAt), zone).date)}</Text>
      <strong>{customerName}</strong>
      <Text c="dimmed">{customerEmail}</Text>
      <Group gap="md" align="stretch" justify="space-between" wrap="nowrap" component="p">
        <span>{items}</span>
        <strong>{formatMoney(total)}</strong>
      </Group>
      <Text c="dimmed">{event ? event.name : 'No event'}</Text>
      <OrderActions order={order} onOpen={() => onOpen(id)} onDelete={() => onDelete(order)} />
    </Card>
  )
}

interface OrderActionsProps {
  order: OrderSummary
  onOpen: () => void
  onDelete: () => void
}

/** The actions for an order in the list. */
function OrderActions({ order: { orderNumber }, onOpen, onDelete }: OrderActionsProps) {
  const mayDelete = useMayDo('orders.delete')
  const of = `order #${orderNumber}`
  return (
    <div className={actions.actions}>
      <RowButton label="View" of={of} onClick={onOpen} />
      {mayDelete && <RowButton label="Delete" of={of} color="bad" onClick={onDelete} />}
    </div>
  )
}

/** An order's address, which opens it over the list. */
const orderHref = (id: number) => `${paths.orders()}?orderId=${id}`

/** The table's columns that staff can hide; the others say which order it is and what to do with it. */
export const orderColumns = { date: 'Date', items: 'Items', event: 'Event', status: 'Status' } as const
export type OrderColumn = keyof typeof orderColumns

interface RowCheckboxProps {
  label: string
  /** Whether the label is read, not only heard. */
  shown?: boolean
  checked: boolean
  /** Whether only some of what it stands for is selected. */
  some?: boolean
  /** `range` when Shift is held. */
  onToggle: (range: boolean) => void
}

/** Selects a row of a list, or all. The browser's own, since a list has many and a page's code is limited. */
function RowCheckbox({ label, shown = false, checked, some = false, onToggle }: RowCheckboxProps) {
  return (
    <label className={styles.row}>
      <input
        type="checkbox"
        aria-label={shown ? undefined : label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = some
        }}
        onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
      />
      {shown && label}
    </label>
  )
}
