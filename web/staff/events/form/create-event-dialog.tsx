import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SubtleButton } from '../../ui/page/words.tsx'
import { CreateEvent } from './event-form.tsx'

/** Creates an event without leaving the list. @param copyOf the event to copy, if any */
export function CreateEventDialog({ copyOf, onClose }: { copyOf?: number; onClose: () => void }) {
  return (
    <Dialog width={800} title={copyOf ? 'Copy Event' : 'Create New Event'} onClose={onClose}>
      {copyOf && (
        <Text mb="lg">
          Set the dates, hours, and place for the next stop. We’ll copy everything else.{' '}
          <Link to="/events" search={{ tab: 'tours', tour: copyOf }}>
            Several stops? Make a tour
          </Link>
        </Text>
      )}
      <CreateEvent copyOf={copyOf} secondary={<SubtleButton onClick={onClose}>Cancel</SubtleButton>} />
    </Dialog>
  )
}
