import {
  Box,
  type BoxProps,
  Card,
  type ElementProps,
  Group,
  Skeleton,
  type SkeletonProps,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isMissing, sentenceOf } from '../../api/client.ts'
import surfaces from '../page/surfaces.module.css'
import { QuietButton } from '../page/words.tsx'

interface NoticeProps {
  tone?: 'plain' | 'good' | 'warn' | 'bad'
  title: string
  /** The heading's level: 1 if the notice is the whole page. */
  level?: 1 | 2
  /** What happened, or what the page is for, and the next step. */
  children?: ReactNode
  action?: ReactNode
}

/** A panel instead of content: empty, failed, not allowed, done. Failures are announced to screen readers. */
export function Notice({ tone = 'plain', title, level = 2, children, action }: NoticeProps) {
  const isBad = tone === 'bad'
  return (
    <Card
      component="section"
      px="lg"
      py={48}
      ta="center"
      bd={isBad ? '1px solid var(--bad)' : undefined}
      bg={isBad ? 'var(--bad-wash)' : undefined}
      role={isBad ? 'alert' : undefined}
    >
      <Title order={level} size="h2" c={isBad ? 'bad' : undefined} textWrap="balance">
        {title}
      </Title>
      {children && (
        <Text
          component="div"
          mt="xs"
          mx="auto"
          maw="52ch"
          c={isBad ? undefined : 'dimmed'}
          textWrap="balance"
        >
          {children}
        </Text>
      )}
      {action && (
        <Group justify="center" mt="lg">
          {action}
        </Group>
      )}
    </Card>
  )
}

interface NoteProps extends BoxProps, ElementProps<'div'> {
  tone?: 'plain' | 'warn' | 'bad'
}

/** A sentence or two where they matter, read out as they appear; nothing while it is empty. */
export function Note({ tone = 'warn', ...props }: NoteProps) {
  return <Box role="status" {...props} className={surfaces.note} data-tone={tone} />
}

interface RetryLineProps {
  list: { isFetching: boolean; refetch: () => unknown }
  children: ReactNode
}

/** Below a field whose choices failed to load, with a retry button. */
export function RetryLine({ list, children }: RetryLineProps) {
  return (
    <Group component="p" gap="xs" mt="xs" mb={0} c="bad" role="alert">
      {children}
      <QuietButton size="compact-sm" disabled={list.isFetching} onClick={() => list.refetch()}>
        {list.isFetching ? 'Loading...' : 'Retry'}
      </QuietButton>
    </Group>
  )
}

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
  const retry = useMutation({ mutationFn: onRetry })
  return (
    <Notice
      tone="bad"
      title={title}
      level={level}
      action={
        <QuietButton disabled={retry.isPending} onClick={() => retry.mutate()}>
          {retry.isPending ? 'Loading...' : 'Retry'}
        </QuietButton>
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

export interface EmptyListProps {
  /** What would be listed, in the plural, such as `orders`. */
  noun: string
  /** What is said, and how all is shown again, if filters leave nothing; absent without filters. */
  filtered?: { title?: string; text: string; label?: string; onClear: () => void } | false
  title?: string
  /** What the list is for, and the next step. */
  children: ReactNode
  /** What adds the first entry, for who may do it. */
  ways?: readonly (readonly [label: string, run: () => void])[]
  /** Instead of `ways`. */
  action?: ReactNode
}

/** Stands where a list has no rows, with the next step. */
export function EmptyList({ noun, filtered, title, children, ways, action }: EmptyListProps) {
  const nothing = `No ${noun} found`
  const steps = filtered ? [[filtered.label ?? `Show all ${noun}`, filtered.onClear] as const] : ways
  return (
    <Notice
      title={(filtered ? filtered.title : title) ?? nothing}
      action={
        steps?.map(([label, run]) => (
          <QuietButton key={label} onClick={run}>
            {label}
          </QuietButton>
        )) ?? action
      }
    >
      {filtered ? filtered.text : children}
    </Notice>
  )
}
