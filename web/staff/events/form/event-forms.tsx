import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Event, EventDetail } from '@trunkshow/contract/events/schema.ts'
import type { ReactNode } from 'react'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import type { FailedCall } from '../../api/query-client.ts'
import { useMayDo } from '../../session/session-query.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast, type ToastContent } from '../../ui/feedback/toast.ts'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import { EventMissing } from '../event-missing.tsx'
import { eventQuery, useSaveEvent } from '../queries.ts'
import { EventForm } from './event-form.tsx'
import { type EventFormValues, newEvent, valuesOf, valuesOfCopy } from './event-form-values.ts'

const failed = { title: 'Error', fallback: 'Failed to create event' }

interface CreateEventProps {
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
  return (
    <FreshEvent id={String(id)}>
      {(event) => <NewEventForm values={valuesOfCopy(event)} copyOf={id} {...props} />}
    </FreshEvent>
  )
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
      save={save}
      submitLabel="Create Event"
      pendingLabel="Creating..."
      {...props}
    />
  )
}

interface EditEventProps {
  id: string
  saved: ToastContent
  failed: FailedCall
  onSaved: (event: Event) => void
  secondary?: ReactNode
  preview?: boolean
  /** Shown below the form once the event has loaded. */
  children?: (event: EventDetail) => ReactNode
}

/** An event's form, as a page and in the list's dialog. */
export function EditEvent({ id, children, ...form }: EditEventProps) {
  return (
    <FreshEvent id={id}>
      {(event) => (
        <>
          <FilledForm id={id} event={event} {...form} />
          {children?.(event)}
        </>
      )}
    </FreshEvent>
  )
}

interface FilledFormProps extends Omit<EditEventProps, 'children'> {
  event: EventDetail
}

function FilledForm({ id, event, saved, failed, onSaved, ...props }: FilledFormProps) {
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
      save={save}
      submitLabel="Save"
      pendingLabel="Saving..."
      {...props}
    />
  )
}

/** Loads an event for a form, which starts from fresh server data, never from the cache; or says why it can't. */
function FreshEvent({ id, children }: { id: string; children: (event: EventDetail) => ReactNode }) {
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

/** Shown to roles that can view but not change events (docs/product.md, What a role may do). */
function MayNotEdit() {
  return (
    <Notice title="Your role can view events but not change them">
      Ask an admin if you need to create or edit events.
    </Notice>
  )
}

/** Shown to co-hosts, who manage an event's slots and bookings but not the event itself (docs/product.md, Co-hosts). */
function CoHostMayNotEdit({ event }: { event: Event }) {
  return (
    <Notice
      title="Co-hosts can’t edit the event"
      action={
        <ButtonLink to="/bookings/$id" params={{ id: String(event.id) }}>
          Manage Bookings
        </ButtonLink>
      }
    >
      Only the host, {event.hostName}, can edit {event.name}. You can manage its time slots and bookings.
    </Notice>
  )
}
