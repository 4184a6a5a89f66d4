import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SubtleButton } from '../../ui/page/words.tsx'
import { EditEvent } from './event-form.tsx'

const route = getRouteApi('/signed-in/events/$id/edit')

const saved = { title: 'Success', description: 'Event updated successfully' }
const failed = { title: 'Error', fallback: 'Failed to update event' }

/** /events/{id}/edit: the list with the event's form over it. */
export function EditEventDialog() {
  const { id } = route.useParams()
  const navigate = useNavigate({ from: '/events/$id/edit' })
  const close = () => navigate({ to: '/events', search: ({ tab }) => ({ tab }), replace: true })
  return (
    <Dialog width={800} title="Edit Event" onClose={close}>
      <EditEvent
        key={id}
        id={id}
        saved={saved}
        failed={failed}
        replace
        secondary={<SubtleButton onClick={close}>Cancel</SubtleButton>}
      />
    </Dialog>
  )
}
