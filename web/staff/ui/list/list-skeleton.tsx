import { Skeleton } from '@mantine/core'
import styles from './list-skeleton.module.css'

const ROWS = [0, 1, 2, 3]

/** The shape of a list while it loads. `label` says what is loading to those who cannot see it. */
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
