import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Notice } from './notice.tsx'

interface LoadFailureProps {
  title: string
  /** The heading's level: 1 if it replaces the whole page. */
  level?: 1 | 2
  /** What happened, or what is still fine. */
  children: ReactNode
  onRetry: () => Promise<unknown>
}

/** Replaces content that failed to load, with a retry button. */
export function LoadFailure({ title, level, children, onRetry }: LoadFailureProps) {
  const [retrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await onRetry()
    setRetrying(false)
  }
  return (
    <Notice
      tone="bad"
      title={title}
      level={level}
      action={
        <Button variant="default" disabled={retrying} onClick={retry}>
          {retrying ? 'Loading...' : 'Retry'}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
