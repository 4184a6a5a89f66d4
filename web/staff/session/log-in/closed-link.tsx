import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { LinkActions, LinkPage } from './link-page.tsx'

interface ClosedLinkProps {
  /** The query that reads what the link is for. */
  link: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** What to do about a link that is used, replaced or too old. */
  whenGone: { text: ReactNode; action: ReactNode }
}

/** What the page of a mailed link shows while there is nothing to accept: loading, no longer good, or failed. */
export function ClosedLink({ link, whenGone }: ClosedLinkProps) {
  const { error } = link
  if (!error)
    return (
      <LinkPage title="Invitation">
        <Skeleton height={120} role="status" aria-label="Loading invitation" />
      </LinkPage>
    )
  if (isGone(error))
    return (
      <LinkPage title="This link is no longer valid" lead={whenGone.text}>
        <LinkActions>{whenGone.action}</LinkActions>
      </LinkPage>
    )
  return (
    <LinkPage title="Invitation">
      <LoadFailure title="We couldn’t open the invitation" retrying={link.isFetching} onRetry={link.refetch}>
        {sentenceOf(error)} The link still works.
      </LoadFailure>
    </LinkPage>
  )
}

/** Whether the server says that a link opens nothing any more. */
export function isGone(error: Error | null): boolean {
  return error instanceof CallError && error.status === 404
}
