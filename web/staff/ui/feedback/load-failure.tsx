import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '../../api/call-error.ts'
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

interface LoadedProps<Data> {
  /** As useQuery gives it. */
  query: {
    data: Data | undefined
    error: Error | null
    dataUpdatedAt: number
    refetch: () => Promise<unknown>
  }
  /** Whether it waits for data that is newer than this screen. */
  isFresh?: boolean
  /** The title of a failure. */
  failed: string
  /** The placeholder. */
  waiting: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query has loaded: until then, a placeholder; after a failure, the server's sentence and a retry button. */
export function Loaded<Data>({ query, isFresh = false, failed, waiting, children }: LoadedProps<Data>) {
  const { data, error, dataUpdatedAt, refetch } = query
  const [opened] = useState(Date.now)
  if (data !== undefined && (!isFresh || dataUpdatedAt >= opened)) return children(data)
  if (!error) return waiting
  return (
    <LoadFailure title={failed} onRetry={refetch}>
      {sentenceOf(error)}
    </LoadFailure>
  )
}
