import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface RetryLineProps {
  list: { isFetching: boolean; refetch: () => unknown }
  children: ReactNode
}

/** Below a field whose choices failed to load, with a retry button. */
export function RetryLine({ list, children }: RetryLineProps) {
  return (
    <Group component="p" gap="xs" mt="xs" mb={0} c="bad" role="alert">
      {children}
      <Button variant="default" size="compact-sm" disabled={list.isFetching} onClick={() => list.refetch()}>
        {list.isFetching ? 'Loading...' : 'Retry'}
      </Button>
    </Group>
  )
}
