import { Skeleton } from '@mantine/core'
import styles from './counters.module.css'

interface CountersProps {
  /** Label, and a count or an amount as it reads; undefined while loading. */
  counters: readonly (readonly [label: string, count: number | string | undefined])[]
}

/** A few key numbers of a page. */
export function Counters({ counters }: CountersProps) {
  return (
    <dl className={styles.counters} data-many={counters.length > 3}>
      {counters.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {count === undefined ? (
              <Skeleton className={styles.loading} />
            ) : typeof count === 'number' ? (
              count.toLocaleString('en-US')
            ) : (
              count
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
