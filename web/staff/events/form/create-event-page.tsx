import { ButtonLink, PageHeader } from '../../ui/page/page-header.tsx'
import { BackToEvents } from '../event-missing.tsx'
import { CreateEvent } from './event-form.tsx'

/** The create form as a page, at /host. */
export function CreateEventPage() {
  return (
    <>
      <PageHeader
        title="Create New Event"
        subtitle="Set your dates and hours. Guests book their own appointments."
        back={<BackToEvents />}
      />
      <CreateEvent
        preview
        secondary={
          <ButtonLink to="/events" variant="subtle">
            Cancel
          </ButtonLink>
        }
      />
    </>
  )
}
