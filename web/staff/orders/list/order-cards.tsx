import { Box, Card, Group } from '@mantine/core'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { CardList } from '../../ui/list/card.tsx'
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
      className={styles.card}
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
      <p className={styles.soft}>{shortOrderDay(createdAt, zone)}</p>
      <strong>{customerName}</strong>
      <p className={styles.soft}>{customerEmail}</p>
      <Group gap="md" align="stretch" justify="space-between" wrap="nowrap" component="p">
        <span>{items}</span>
        <strong>{formatMoney(total)}</strong>
      </Group>
      <p className={styles.soft}>{event ? event.name : 'No event'}</p>
      <OrderActions order={order} onOpen={() => onOpen(id)} onDelete={() => onDelete(order)} />
    </Card>
  )
}
