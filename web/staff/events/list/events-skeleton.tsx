import { Skeleton } from '@mantine/core'
import styles from './events-skeleton.module.css'

const CARDS = [0, 1, 2]

/** Placeholder for the list while it loads. */
export function EventsSkeleton() {
  return (
    <div className={styles.cards} role="status" aria-label="Loading events">
      {CARDS.map((card) => (
        <div key={card} className={styles.card}>
          <Skeleton radius={0} className={styles.cover} />
          <div className={styles.words}>
            <Skeleton className={styles.name} />
            <Skeleton className={styles.fact} />
            <Skeleton className={styles.fact} />
          </div>
        </div>
      ))}
    </div>
  )
}
