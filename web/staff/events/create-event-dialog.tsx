import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../ui/dialog.tsx'
import { CreateEvent } from './create-event.tsx'

/** A new event without leaving the list (spec booking §2). */
export function CreateEventDialog() {
  const navigate = useNavigate({ from: '/events' })
  const close = () => navigate({ to: '/events', search: ({ tab }) => ({ tab }), replace: true })
  return (
    <Dialog width={800} title="Create New Event" onClose={close}>
      <CreateEvent
        secondary={
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
        }
      />
    </Dialog>
  )
}
