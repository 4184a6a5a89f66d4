import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

interface LoadFailureProps {
  title: string
  /** What happened, or what is certain nevertheless. */
  children: ReactNode
  retrying: boolean
  onRetry: () => void
}

/** In place of what could not be loaded, with the way to try again. */
export function LoadFailure({ title, children, retrying, onRetry }: LoadFailureProps) {
  return (
    <Notice
      tone="bad"
      title={title}
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
