import { useQuery } from '@tanstack/react-query'
import type { EventDetail } from '@trunkshow/contract/events/schema.ts'
import type { ReactNode } from 'react'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import { useMayDo } from '../../session/session-query.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { eventQuery } from '../queries.ts'
import { EventMissing } from './event-missing.tsx'
import { CoHostMayNotEdit, MayNotEdit } from './may-not-edit.tsx'

/** Loads an event for a form, which starts from fresh server data, never from the cache; or says why it can't. */
export function FreshEvent({ id, children }: { id: string; children: (event: EventDetail) => ReactNode }) {
  const event = useQuery({ ...eventQuery(id), refetchOnMount: 'always' })
  const mayEdit = useMayDo('events.edit')
  if (event.data?.coHosted) return <CoHostMayNotEdit event={event.data} />
  if (!mayEdit) return <MayNotEdit />
  if (event.error instanceof CallError && event.error.status === 404) return <EventMissing />
  if (event.isError)
    return (
      <LoadFailure title="Couldn’t load the event" onRetry={event.refetch}>
        {sentenceOf(event.error)}
      </LoadFailure>
    )
  if (!event.data || !event.isFetchedAfterMount) return <p role="status">Loading event...</p>
  return children(event.data)
}
