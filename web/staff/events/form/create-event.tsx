import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useSaveEvent } from '../queries.ts'
import { EventForm } from './event-form.tsx'
import { type EventFormValues, newEvent, valuesOfCopy } from './event-form-values.ts'
import { FreshEvent } from './fresh-event.tsx'
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
      loading={save.isPending}
      sent={save.sent}
      error={save.error}
      submitLabel="Create Event"
      pendingLabel="Creating..."
      {...props}
    />
  )
}
