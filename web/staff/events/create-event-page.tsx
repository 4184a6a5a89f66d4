import { useNavigate } from '@tanstack/react-router'
import { sentenceOf } from '../api/call-error.ts'
import { useMayDo } from '../session/session-query.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { showToast } from '../ui/toast.ts'
import { BackToEvents } from './back-to-events.tsx'
import { EventForm } from './event-form.tsx'
import { newEvent } from './event-form-values.ts'
import { MayNotEdit } from './may-not-edit.tsx'
import { useSaveEvent } from './queries.ts'

const failed = 'Failed to create event'

/** The create form, at /host (design §7.12). Afterwards the list offers the new event's link. */
export function CreateEventPage() {
  const navigate = useNavigate()
  const mayEdit = useMayDo('events.edit')
  const save = useSaveEvent()
  return (
    <>
      <PageHeader
        title="Create New Event"
        subtitle="Days and hours become appointments that guests book for themselves."
        back={<BackToEvents />}
      />
      {mayEdit ? (
        <EventForm
          values={newEvent}
          onSubmit={(event, done) =>
            save.mutate(event, {
              onSuccess: ({ id }) => {
                done()
                showToast({ title: 'Success', description: 'Event created successfully' })
                navigate({ to: '/events', search: { created: id } })
              },
              onError: (error) =>
                showToast({ tone: 'bad', title: 'Error', description: sentenceOf(error, failed) }),
            })
          }
          loading={save.isPending}
          error={save.error}
          submitLabel="Create Event"
          pendingLabel="Creating..."
          failedLabel={failed}
          secondary={
            <ButtonLink to="/events" variant="subtle">
              Cancel
            </ButtonLink>
          }
        />
      ) : (
        <MayNotEdit />
      )}
    </>
  )
}
