import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { LinkActions, LinkPage } from './link-page.tsx'

interface ClosedLinkProps {
  /** The query that reads what the link is for. */
  link: { error: Error | null; refetch: () => Promise<unknown> }
  /** The next step for a used, replaced or expired link. */
  expiredHint: { text: ReactNode; action: ReactNode }
}

/** Shown while an emailed link can't be accepted: loading, expired, or failed. */
export function ClosedLink({ link, expiredHint }: ClosedLinkProps) {
  const { error } = link
  if (!error)
    return (
      <LinkPage title="Invitation">
        <Skeleton height={120} role="status" aria-label="Loading invitation" />
      </LinkPage>
    )
  if (isGone(error))
    return (
      <LinkPage title="This link is no longer valid" lead={expiredHint.text}>
        <LinkActions>{expiredHint.action}</LinkActions>
      </LinkPage>
    )
  return (
    <LinkPage title="Invitation">
      <LoadFailure title="We couldn’t open the invitation" onRetry={link.refetch}>
        {sentenceOf(error)} The link still works.
      </LoadFailure>
    </LinkPage>
  )
}

/** Whether the server says the link is no longer valid. */
export function isGone(error: Error | null): boolean {
  return error instanceof CallError && error.status === 404
}
