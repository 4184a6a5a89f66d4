import { Box, Card, Skeleton } from '@mantine/core'
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
    <Card
      component="dl"
      p={0}
      mb={small ? 0 : 'lg'}
      className={styles.counters}
      data-many={counters.length > 3}
      data-small={small}
    >
      {counters.map(([label, count, bad]) => (
        <div key={label}>
          <dt>{label}</dt>
          <Box component="dd" c={bad ? 'bad' : undefined}>
            {count === undefined ? (
              <Skeleton w={48} h="calc(var(--s3) * 1.1)" />
            ) : typeof count === 'number' ? (
              count.toLocaleString('en-US')
            ) : (
              count
            )}
          </Box>
        </div>
      ))}
    </Card>
  )
}
