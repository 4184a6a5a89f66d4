import { Button } from '@mantine/core'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CopyEvent, CreateEvent } from './create-event.tsx'

/** Creates an event without leaving the list. @param copyOf the event to copy, if any */
export function CreateEventDialog({ copyOf, onClose }: { copyOf?: number; onClose: () => void }) {
  const cancel = (
    <Button variant="subtle" onClick={onClose}>
      Cancel
    </Button>
  )
  return (
    <Dialog width={800} title={copyOf ? 'Copy Event' : 'Create New Event'} onClose={onClose}>
      {copyOf ? <CopyEvent id={copyOf} secondary={cancel} /> : <CreateEvent secondary={cancel} />}
    </Dialog>
  )
}
