import { Skeleton } from '@mantine/core'
import styles from './counters.module.css'

interface CountersProps {
  /** Label, and a count or an amount as it reads; undefined while loading. Bad ones are red. */
  counters: readonly (readonly [label: string, count: number | string | undefined, bad?: boolean])[]
  /** Whether they are beside other things, as in a dialog. */
  small?: boolean
}

/** A few key numbers of a page. */
export function Counters({ counters, small = false }: CountersProps) {
  return (
    <dl className={styles.counters} data-many={counters.length > 3} data-small={small}>
      {counters.map(([label, count, bad]) => (
        <div key={label} data-bad={bad}>
          <dt>{label}</dt>
          <dd>
            {count === undefined ? (
              <Skeleton w={48} h="calc(var(--s3) * 1.1)" />
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
