import { Button } from '@mantine/core'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CreateEvent } from './create-event.tsx'

/** Creates an event without leaving the list. */
export function CreateEventDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog width={800} title="Create New Event" onClose={onClose}>
      <CreateEvent
        secondary={
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </Dialog>
  )
}
