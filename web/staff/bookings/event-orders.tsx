import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { useLiveOrders } from '../api/live-orders.ts'
import { ordersOfEventQuery } from '../orders/queries.ts'
import { countOf } from '../ui/count-of.ts'
import { RetryLine } from '../ui/retry-line.tsx'
import styles from './event-orders.module.css'

/** What an event has brought so far: its orders and their sum, with the way to them. */
export function EventOrders({ eventId }: { eventId: number }) {
  const query = useQuery(ordersOfEventQuery(eventId))
  useLiveOrders()
  if (!query.data) return query.isError && <RetryLine list={query}>Orders could not be counted.</RetryLine>
  const { orders, revenue } = query.data
  return (
    <p className={styles.line}>
      {orders === 0 ? (
        'No orders yet'
      ) : (
        <>
          <Link to="/orders" search={{ event: eventId }}>
            {countOf(String(orders), 'order')}
          </Link>{' '}
          <span className={styles.revenue}>{formatMoney(revenue)} revenue</span>
        </>
      )}
    </p>
  )
}
