import { Skeleton } from '@mantine/core'
import styles from './counters.module.css'

interface CountersProps {
  /** What is counted, and how many; undefined while it loads. */
  counters: readonly (readonly [label: string, count: number | undefined])[]
}

/** A few numbers that tell a page at a glance. */
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
