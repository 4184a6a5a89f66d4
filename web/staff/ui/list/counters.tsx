import { Skeleton } from '@mantine/core'
import styles from './counters.module.css'

interface CountersProps {
  /** Label and count; undefined while loading. */
  counters: readonly (readonly [label: string, count: number | undefined])[]
}

/** A few key numbers of a page. */
export function Counters({ counters }: CountersProps) {
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
