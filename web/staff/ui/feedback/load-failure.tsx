import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

interface LoadFailureProps {
  title: string
  /** The heading's level: 1 if it replaces the whole page. */
  level?: 1 | 2
  /** What happened, or what is still fine. */
  children: ReactNode
  retrying: boolean
  onRetry: () => void
}

/** Replaces content that failed to load, with a retry button. */
export function LoadFailure({ title, level, children, retrying, onRetry }: LoadFailureProps) {
  return (
    <Notice
      tone="bad"
      title={title}
      level={level}
      action={
        <Button variant="default" disabled={retrying} onClick={onRetry}>
          {retrying ? 'Loading...' : 'Retry'}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
