import { Skeleton } from '@mantine/core'
import type { EventSummary } from '@trunkshow/contract/events/schema.ts'
import styles from './counters.module.css'

/** How booked the event is (spec booking §2). */
export function Counters({ summary }: { summary: EventSummary | undefined }) {
  const counters = [
    ['Total Bookings', summary?.bookings],
    ['Time Slots', summary?.slots],
    ['Available Appointments', summary?.availableAppointments],
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
