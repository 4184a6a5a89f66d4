import { Box, Card, Skeleton, Stack } from '@mantine/core'
import styles from './events-group.module.css'

const CARDS = [0, 1, 2]

/** Placeholder for the list while it loads. */
export function EventsSkeleton() {
  return (
    <Box
      className={styles.cards}
      pt="calc(var(--s2) * 1.2 + var(--g3))"
      role="status"
      aria-label="Loading events"
    >
      {CARDS.map((card) => (
        <Card key={card} p={0}>
          <Skeleton radius={0} h={148} />
          <Stack gap="sm" px="md" pt="md" pb={72}>
            <Skeleton w="75%" h="var(--s2)" />
            <Skeleton w="50%" h="var(--s-1)" />
            <Skeleton w="50%" h="var(--s-1)" />
          </Stack>
        </Card>
      ))}
    </Box>
  )
}
