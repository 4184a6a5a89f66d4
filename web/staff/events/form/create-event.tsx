import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../api/call-error.ts'
import { useMayDo } from '../../session/session-query.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { eventQuery, useSaveEvent } from '../queries.ts'
import { EventForm } from './event-form.tsx'
import { type EventFormValues, newEvent, valuesOfCopy } from './event-form-values.ts'
import { MayNotEdit } from './may-not-edit.tsx'

const failed = { title: 'Error', fallback: 'Failed to create event' }

interface CreateEventProps {
  /** Cancel link or button, beside the submit button. */
  secondary: ReactNode
  preview?: boolean
}

/** The form for a new event, as a page and in the list's dialog. After saving, the list shows the event's link. */
export function CreateEvent(props: CreateEventProps) {
  const mayEdit = useMayDo('events.edit')
  if (!mayEdit) return <MayNotEdit />
  return <NewEventForm values={newEvent} {...props} />
}

/** The form for a copy of an event, filled in except for its dates. */
export function CopyEvent({ id, ...props }: CreateEventProps & { id: number }) {
  const event = useQuery({ ...eventQuery(String(id)), refetchOnMount: 'always' })
  const mayEdit = useMayDo('events.edit')
  if (!mayEdit || event.data?.coHosted) return <MayNotEdit />
  if (event.isError)
    return (
      <LoadFailure title="Couldn’t load the event" retrying={event.isFetching} onRetry={event.refetch}>
        {sentenceOf(event.error)}
      </LoadFailure>
    )
  if (!event.data || !event.isFetchedAfterMount) return <p role="status">Loading event...</p>
  return <NewEventForm values={valuesOfCopy(event.data)} copyOf={id} {...props} />
}

interface NewEventFormProps extends CreateEventProps {
  values: EventFormValues
  copyOf?: number
}

function NewEventForm({ values, copyOf, ...props }: NewEventFormProps) {
  const navigate = useNavigate()
  const save = useSaveEvent(failed)
  return (
    <EventForm
      values={values}
      copying={copyOf !== undefined}
      onSubmit={({ body, files }, done) =>
        save.mutate(
          { body: { ...body, copyOf }, files },
          {
            onSuccess: ({ id }) => {
              done()
              showToast({ title: 'Success', description: 'Event created successfully' })
              navigate({ to: '/events', search: { created: id }, replace: true })
            },
          },
        )
      }
      loading={save.isPending}
      sent={save.sent}
      error={save.error}
      submitLabel="Create Event"
      pendingLabel="Creating..."
      {...props}
    />
  )
}
