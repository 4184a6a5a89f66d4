import { Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useId } from 'react'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { OrderStatusTag } from '../../ui/list/order-status-tag.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import { Soft } from '../../ui/page/soft.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { ordersOfQuery } from '../queries.ts'
import styles from './history.module.css'

/** Every order of a customer, latest first, each linked to its details. */
export function OrderHistory({ customerId }: { customerId: number }) {
  const titleId = useId()
  const list = useInfiniteQuery(ordersOfQuery(customerId))
  return (
    <PagedList
      list={list}
      noun="orders"
      empty={<Notice title="No orders yet">This customer’s orders appear here.</Notice>}
    >
      {(orders) =>
        orders.length > 0 && (
          <section aria-labelledby={titleId}>
            <Title order={2} id={titleId} mb="sm">
              Order History
            </Title>
            <ul className={surfaces.sheet}>
              {orders.map((order) => (
                <OrderRow key={order.id} order={order} />
              ))}
            </ul>
          </section>
        )
      }
    </PagedList>
  )
}

function OrderRow({ order }: { order: OrderSummary }) {
  const zone = useCompanyZone()
  const { id, orderNumber, items, createdAt, total, status, event } = order
  return (
    <li className={styles.row} data-kind="order">
      <p>
        <strong>{items}</strong>
        <Soft>{event?.name ?? 'No event'}</Soft>
      </p>
      <p>
        {orderName(order)}
        <Soft>{formatShortDate(wallClock(new Date(createdAt), zone).date)}</Soft>
      </p>
      <p className={styles.price}>{formatMoney(total)}</p>
      <OrderStatusTag status={status} />
      <ButtonLink
        to="/orders"
        search={{ orderId: id }}
        variant="subtle"
        size="compact-sm"
        aria-label={`View details of order #${orderNumber}`}
      >
        View Details
      </ButtonLink>
    </li>
  )
}
