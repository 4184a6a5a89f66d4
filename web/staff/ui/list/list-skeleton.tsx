import { Skeleton } from '@mantine/core'
import styles from './list-skeleton.module.css'

const ROWS = [0, 1, 2, 3]

/** Placeholder for a list while it loads. `label` is for screen readers. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.list} role="status" aria-label={label}>
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton className={styles.date} />
          <div className={styles.words}>
            <Skeleton className={styles.title} />
            <Skeleton className={styles.text} />
          </div>
        </div>
      ))}
    </div>
  )
}
