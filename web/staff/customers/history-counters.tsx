import { Skeleton } from '@mantine/core'
import type { HistoryBooking } from '@trunkshow/contract/customers/schema.ts'
import styles from './history.module.css'
import { historyTotals } from './history-totals.ts'

/** The summary of a customer's history (spec back-office §2). */
export function HistoryCounters({ bookings }: { bookings: readonly HistoryBooking[] | undefined }) {
  const totals = bookings && historyTotals(bookings, new Date())
  const counters = [
    ['Total Bookings', totals?.bookings],
    ['Completed Activities', totals?.completed],
  ] as const
  return (
    <dl className={styles.counters}>
      {counters.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {count === undefined ? <Skeleton className={styles.loading} /> : count.toLocaleString('en-US')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
