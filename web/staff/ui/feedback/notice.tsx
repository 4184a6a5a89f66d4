import { Box, type BoxProps, Button, Card, type ElementProps, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import surfaces from '../page/surfaces.module.css'

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
        <Text component="div" mt="xs" mx="auto" maw="52ch" c={isBad ? undefined : 'dimmed'} textWrap="pretty">
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
      <Button variant="default" size="compact-sm" disabled={list.isFetching} onClick={() => list.refetch()}>
        {list.isFetching ? 'Loading...' : 'Retry'}
      </Button>
    </Group>
  )
}
