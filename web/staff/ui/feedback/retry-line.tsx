import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './retry-line.module.css'

interface RetryLineProps {
  list: { isFetching: boolean; refetch: () => unknown }
  children: ReactNode
}

/** Below a field whose choices failed to load, with a retry button. */
export function RetryLine({ list, children }: RetryLineProps) {
  return (
    <p className={styles.line} role="alert">
      {children}
      <Button variant="default" size="compact-sm" disabled={list.isFetching} onClick={() => list.refetch()}>
        {list.isFetching ? 'Loading...' : 'Retry'}
      </Button>
    </p>
  )
}
