import { useQuery } from '@tanstack/react-query'
import type { Event, EventDetail } from '@trunkshow/contract/events/schema.ts'
import type { ReactNode } from 'react'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import type { FailedCall } from '../../api/query-client.ts'
import { useMayDo } from '../../session/session-query.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { showToast, type ToastContent } from '../../ui/feedback/toast.ts'
import { eventQuery, useSaveEvent } from '../queries.ts'
import { EventForm } from './event-form.tsx'
import { valuesOf } from './event-form-values.ts'
import { EventMissing } from './event-missing.tsx'
import { CoHostMayNotEdit, MayNotEdit } from './may-not-edit.tsx'

interface EditEventProps {
  id: string
  saved: ToastContent
  /** The toast for a failed save. */
  failed: FailedCall
  onSaved: (event: Event) => void
  secondary?: ReactNode
  preview?: boolean
  /** Shown below the form once the event has loaded. */
  children?: (event: EventDetail) => ReactNode
}

/** An event's form, as a page and in the list's dialog. It starts from fresh server data, never from the cache. */
export function EditEvent({ id, children, ...form }: EditEventProps) {
  const event = useQuery({ ...eventQuery(id), refetchOnMount: 'always' })
  const mayEdit = useMayDo('events.edit')
  if (event.data?.coHosted) return <CoHostMayNotEdit event={event.data} />
  if (!mayEdit) return <MayNotEdit />
  if (event.error instanceof CallError && event.error.status === 404) return <EventMissing />
  if (event.isError)
    return (
      <LoadFailure title="Couldn’t load the event" retrying={event.isFetching} onRetry={event.refetch}>
        {sentenceOf(event.error)}
      </LoadFailure>
    )
  if (!event.data || !event.isFetchedAfterMount) return <p role="status">Loading event...</p>
  return (
    <>
      <FilledForm id={id} event={event.data} {...form} />
      {children?.(event.data)}
    </>
  )
}

interface FilledFormProps extends Omit<EditEventProps, 'children'> {
  event: EventDetail
}

function FilledForm({ id, event, saved, failed, onSaved, secondary, preview }: FilledFormProps) {
  const save = useSaveEvent(failed, id)
  return (
    <EventForm
      values={valuesOf(event)}
      event={event}
      onSubmit={(input, done) =>
        save.mutate(input, {
          onSuccess: (event) => {
            done()
            showToast(saved)
            onSaved(event)
          },
        })
      }
      loading={save.isPending}
      sent={save.sent}
      error={save.error}
      submitLabel="Save"
      pendingLabel="Saving..."
      secondary={secondary}
      preview={preview}
    />
  )
}
