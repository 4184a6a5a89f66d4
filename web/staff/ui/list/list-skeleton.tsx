import { Card, Group, Skeleton, Stack } from '@mantine/core'

const ROWS = [0, 1, 2, 3]

/** Placeholder for a list while it loads. `label` is for screen readers. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <Card p={0} role="status" aria-label={label}>
      {ROWS.map((row) => (
        <Group
          key={row}
          gap="lg"
          wrap="nowrap"
          px="lg"
          py="md"
          style={row > 0 ? { borderTop: '1px solid var(--line)' } : undefined}
        >
          <Skeleton w={72} h={48} flex="none" />
          <Stack flex={1} gap="xs">
            <Skeleton w="min(280px, 80%)" h="var(--s0)" />
            <Skeleton w="min(420px, 100%)" h="var(--s-2)" />
          </Stack>
        </Group>
      ))}
    </Card>
  )
}
