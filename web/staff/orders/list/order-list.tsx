import { Box, Card, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { agreementWords } from '@trunkshow/contract/proposals/fields.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { useCompanyZone, useMayDo } from '../../session/session-query.ts'
import { RowButton } from '../../ui/feedback/reason-button.tsx'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { CardList } from '../../ui/list/card.tsx'
import boxes from '../../ui/list/row-checkbox.module.css'
import { OrderStatusTag, PersonLink, QuietText, Soft, Tag } from '../../ui/page/words.tsx'
import { TableHead } from '../../ui/table/plain-table.tsx'
import { opensOn, RowLink } from '../../ui/table/row-link.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import table from '../../ui/table/table.module.css'
import { riskWords } from '../making/due-words.ts'
import { MoneyTag } from '../money/money-tag.tsx'
import { openPrint } from './order-files.tsx'
import styles from './order-list.module.css'
import type { Selection } from './use-selection.ts'

const DeleteOrderDialog = lazy(() => import('../detail/delete-order-dialog.tsx'), 'DeleteOrderDialog')

/** The orders, as a table or on small screens as cards; `outdated` while those of a new filter load. */
export function FoundOrders({ outdated, ...rows }: Omit<OrderRowsProps, 'onDelete'> & { outdated: boolean }) {
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const [toDelete, setToDelete] = useState<OrderSummary>()
  const Rows = wide ? OrdersTable : OrderCards
  return (
    <div data-outdated={outdated} aria-busy={outdated}>
      <Rows {...rows} onDelete={setToDelete} />
      {toDelete && <DeleteOrderDialog order={toDelete} onClose={() => setToDelete(undefined)} />}
    </div>
  )
}

interface OrderRowsProps extends Omit<OrderRowProps, 'order'> {
  orders: readonly OrderSummary[]
  newest: boolean
}

/** The orders on a large screen. */
function OrdersTable({ orders, newest, ...rows }: OrderRowsProps) {
  const { hidden, selection } = rows
  return (
    <table className={table.table} aria-label="Orders">
      <TableHead
        columns={[
          'Order ID',
          !hidden.includes('date') && ['Date', { 'aria-sort': newest ? 'descending' : 'ascending' }],
          'Customer',
          !hidden.includes('items') && 'Items',
          !hidden.includes('total') && ['Total', { className: table.amount }],
          !hidden.includes('event') && 'Event',
          !hidden.includes('status') && 'Status',
          'Actions',
        ]}
      >
        <td>
          <SelectAll selection={selection} />
        </td>
      </TableHead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} {...rows} />
        ))}
      </tbody>
    </table>
  )
}

interface OrderRowProps {
  order: OrderSummary
  selection: Selection
  /** Columns of the table that are not shown. */
  hidden: readonly OrderColumn[]
  onOpen: (id: number) => void
  onDelete: (order: OrderSummary) => void
}

function Row(props: OrderRowProps) {
  const { order, hidden } = props
  const { customerName, customerEmail, items, total, event, status, agreement, risk, promisedOn } = order
  const at = customerEmail.lastIndexOf('@') + 1
  const { frame, checkbox, link, date, actions } = useRowParts(props)
  return (
    <tr {...frame}>
      <td>{checkbox}</td>
      <th scope="row">{link}</th>
      {!hidden.includes('date') && <td className={table.date}>{date}</td>}
      <td>
        <Text fw={600}>
          <PersonLink customerId={order.customerId}>{customerName}</PersonLink>
        </Text>
        <QuietText>
          {customerEmail.slice(0, at)}
          <wbr />
          {customerEmail.slice(at)}
        </QuietText>
      </td>
      {!hidden.includes('items') && <td>{items}</td>}
      {!hidden.includes('total') && (
        <td className={table.amount}>
          {formatMoney(total)}
          <Due {...order} />
        </td>
      )}
      {!hidden.includes('event') && <td>{event ? event.name : <Soft>No event</Soft>}</td>}
      {!hidden.includes('status') && (
        <td>
          <Group gap={4}>
            <OrderStatusTag status={status} />
            <AgreementTag agreement={agreement} />
            {risk && <Tag tone={risk === 'late' ? 'bad' : 'warn'}>{riskWords[risk]}</Tag>}
          </Group>
          {order.assignee && <QuietText>{order.assignee.name}</QuietText>}
          {promisedOn && <QuietText>Promised {formatShortDate(promisedOn)}</QuietText>}
        </td>
      )}
      <td>{actions}</td>
    </tr>
  )
}

function AgreementTag({ agreement }: Pick<OrderSummary, 'agreement'>) {
  if (agreement === 'notSent') return null
  const [words, tone] = agreementWords[agreement]
  if (agreement === 'sent' || agreement === 'seen') return <Tag tone={tone}>Waiting for approval</Tag>
  return <Tag tone={tone}>{words}</Tag>
}

/** What an order owes, with a word where that is not all: nothing for one that is simply paid. */
function Due(order: OrderSummary) {
  const { due, moneyState, overdue, total } = order
  const isPlain = !overdue && (moneyState === 'none' || moneyState === 'paid')
  return (
    <>
      {Number(due) > 0 && due !== total && <QuietText>{formatMoney(due)} due</QuietText>}
      {!isPlain && (
        <div>
          <MoneyTag {...order} />
        </div>
      )}
    </>
  )
}

/** The orders on a small screen, in the table's column order. */
function OrderCards({ orders, newest: _, ...rows }: OrderRowsProps) {
  return (
    <>
      <Box px="md" pb="sm">
        <SelectAll shown selection={rows.selection} />
      </Box>
      <CardList label="Orders" width={340} rows={orders} outdated={false}>
        {(order) => <OrderCard key={order.id} order={order} {...rows} />}
      </CardList>
    </>
  )
}

function OrderCard(props: OrderRowProps) {
  const { id, customerId, customerName, customerEmail, items, total, event, status } = props.order
  const { due, moneyState, overdue, agreement, risk, promisedOn } = props.order
  const { frame, checkbox, link, date, actions } = useRowParts(props)
  const headingId = `order-${id}`
  return (
    <Card component="li" className={styles.card} aria-labelledby={headingId} {...frame}>
      <Group wrap="nowrap">
        {checkbox}
        <h2 id={headingId}>Order {link}</h2>
        <OrderStatusTag status={status} />
        <AgreementTag agreement={agreement} />
        {risk && <Tag tone={risk === 'late' ? 'bad' : 'warn'}>{riskWords[risk]}</Tag>}
      </Group>
      <QuietText>
        {date}
        {promisedOn && `, promised ${formatShortDate(promisedOn)}`}
      </QuietText>
      <strong>
        <PersonLink customerId={customerId}>{customerName}</PersonLink>
      </strong>
      <QuietText>{customerEmail}</QuietText>
      <Group gap="md" align="stretch" justify="space-between" wrap="nowrap" component="p">
        <span>{items}</span>
        <strong>{formatMoney(total)}</strong>
      </Group>
      {status !== 'cancelled' && Number(due) > 0 && (
        <Group gap="xs">
          <QuietText>{formatMoney(due)} due</QuietText>
          {(overdue || moneyState !== 'none') && <MoneyTag {...props.order} />}
        </Group>
      )}
      <QuietText>{event ? event.name : 'No event'}</QuietText>
      {props.order.assignee && <QuietText>Assigned to {props.order.assignee.name}</QuietText>}
      {actions}
    </Card>
  )
}

/** What a row of the table and a card have in common. The link opens the order over the list. */
function useRowParts({ order, selection, onOpen, onDelete }: OrderRowProps) {
  const { id, orderNumber, createdAt } = order
  const zone = useCompanyZone()
  const mayDelete = useMayDo('orders.delete')
  const href = `${paths.orders()}?orderId=${id}`
  const open = () => onOpen(id)
  const isSelected = selection.ids.has(id)
  const of = `order #${orderNumber}`
  return {
    frame: { 'data-chosen': isSelected, ...opensOn(href, open) },
    checkbox: (
      <RowCheckbox
        label={`Select ${of}`}
        checked={isSelected}
        onToggle={(range) => selection.toggle(id, range)}
      />
    ),
    link: (
      <RowLink href={href} onOpen={open}>
        #{orderNumber}
      </RowLink>
    ),
    date: formatShortDate(wallClock(new Date(createdAt), zone).date),
    actions: (
      <Group gap={0} justify="space-between" wrap="nowrap" className={styles.actions}>
        <RowButton label="View" of={of} onClick={open} />
        <RowMenu
          name={of}
          tasks={[
            { label: 'Print', onRun: () => openPrint({ ids: [id] }) },
            { label: 'Packing slip', onRun: () => openPrint({ ids: [id] }, 'slip') },
            mayDelete && { label: 'Delete', danger: true, onRun: () => onDelete(order) },
          ]}
        />
      </Group>
    ),
  }
}

/** The table's columns that staff can hide; the others say which order it is and what to do with it. */
export const orderColumns = {
  date: 'Date',
  items: 'Items',
  total: 'Total',
  event: 'Event',
  status: 'Status',
} as const
export type OrderColumn = keyof typeof orderColumns

function SelectAll({ selection, shown }: { selection: Selection; shown?: boolean }) {
  const { ids, isAll, toggleAll } = selection
  const some = ids.size > 0 && !isAll
  return <RowCheckbox label="Select all" shown={shown} checked={isAll} some={some} onToggle={toggleAll} />
}

interface RowCheckboxProps {
  label: string
  /** Whether the label is visible. */
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
    <label className={boxes.row}>
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
