import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useSaveEvent } from '../queries.ts'
import { EventForm } from './event-form.tsx'
import { newEvent } from './event-form-values.ts'
import { MayNotEdit } from './may-not-edit.tsx'

const failed = { title: 'Error', fallback: 'Failed to create event' }

interface CreateEventProps {
  /** Cancel link or button, beside the submit button. */
  secondary: ReactNode
  preview?: boolean
}

/** The form for a new event, as a page and in the list's dialog. After saving, the list shows the event's link. */
export function CreateEvent(props: CreateEventProps) {
  const navigate = useNavigate()
  const mayEdit = useMayDo('events.edit')
  const save = useSaveEvent(failed)
  if (!mayEdit) return <MayNotEdit />
  return (
    <EventForm
      values={newEvent}
      onSubmit={(event, done) =>
        save.mutate(event, {
          onSuccess: ({ id }) => {
            done()
            showToast({ title: 'Success', description: 'Event created successfully' })
            navigate({ to: '/events', search: { created: id }, replace: true })
          },
        })
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
