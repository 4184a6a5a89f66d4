import { Button, Skeleton, type SkeletonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isMissing, sentenceOf } from '../../api/client.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
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

export interface NotLoadedProps {
  /** As useQuery gives it. */
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** What loads, such as `orders`. */
  noun: string
  /** The title of a failure, unless it is `Couldn’t load orders`. */
  failed?: string
  /** What is below it, instead of the server's sentence. */
  text?: string | false
  /** Whether that is `Your orders are safe. Please try again.` */
  isSafe?: boolean
  /** The failure's heading level: 1 if it replaces the whole page. */
  level?: 1 | 2
  /** In place of a failure with status 404. */
  missing?: ReactNode
  /** The placeholder's size, unless it is that of a list. */
  skeleton?: SkeletonProps
  /** Another placeholder. */
  waiting?: ReactNode
}

/** In place of what a query hasn't loaded: a placeholder, or after a failure the reason and a retry button. */
export function NotLoaded(props: NotLoadedProps) {
  const {
    query,
    noun,
    failed = `Couldn’t load ${noun}`,
    text,
    isSafe,
    level,
    missing,
    skeleton,
    waiting,
  } = props
  const { error, refetch } = query
  const label = `Loading ${noun}`
  if (!error && skeleton) return <Skeleton role="status" aria-label={label} {...skeleton} />
  if (!error) return waiting ?? <ListSkeleton label={label} />
  if (missing && isMissing(error)) return missing
  return (
    <LoadFailure title={failed} level={level} onRetry={refetch}>
      {text || (isSafe ? `Your ${noun} are safe. Please try again.` : sentenceOf(error))}
    </LoadFailure>
  )
}

interface LoadedProps<Data> extends NotLoadedProps {
  query: NotLoadedProps['query'] & { data: Data | undefined; dataUpdatedAt: number }
  /** Whether it waits for data that is newer than this screen. */
  isFresh?: boolean
  children: (data: Data) => ReactNode
}

/** What a query has loaded, or what is in its place. */
export function Loaded<Data>({ isFresh = false, children, ...rest }: LoadedProps<Data>) {
  const { data, dataUpdatedAt } = rest.query
  const [opened] = useState(Date.now)
  if (data !== undefined && (!isFresh || dataUpdatedAt >= opened)) return children(data)
  return <NotLoaded {...rest} />
}
