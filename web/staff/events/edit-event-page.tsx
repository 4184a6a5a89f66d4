import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CallError } from '../api/call-error.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { BackToEvents } from './back-to-events.tsx'
import { CoHosts } from './co-hosts.tsx'
import { DeleteEvent } from './delete-event.tsx'
import { EditEvent } from './edit-event.tsx'

const route = getRouteApi('/signed-in/editevent/$id')

const saved = {
  title: 'Event Updated',
  description: 'Your trunk show event has been updated successfully.',
}

const failed = {
  title: 'Error Updating Event',
  describe: (sentence: string, error: Error) =>
    error instanceof CallError && error.status && !error.sentence
      ? `Failed to update event: ${error.status} ${error.statusText}`
      : sentence,
}

/** /editevent/{id} (spec booking §2). */
export function EditEventPage() {
  const { id } = route.useParams()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Edit Event"
        subtitle="Update your trunk show event details."
        back={<BackToEvents />}
      />
      <EditEvent
        key={id}
        id={id}
        preview
        saved={saved}
        failed={failed}
        onSaved={({ isActive }) =>
          navigate({ to: '/events', search: { tab: isActive ? undefined : 'inactive' } })
        }
      >
        {(event) => (
          <>
            <CoHosts event={event} />
            <DeleteEvent event={event} />
          </>
        )}
      </EditEvent>
    </>
  )
}
