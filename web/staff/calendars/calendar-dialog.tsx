import { Text } from '@mantine/core'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { CalendarLinks } from './calendar-links.tsx'

/** The link to one event's bookings for the user's own calendar. */
export function CalendarDialog({ event, onClose }: { event: { id: number }; onClose: () => void }) {
  return (
    <Dialog opened title="Bookings in your calendar" onClose={onClose}>
      <Text mb="md">
        Your calendar shows this event’s bookings and follows every change. The link is for you alone: anyone
        who has it can read your guests’ names and emails.
      </Text>
      <CalendarLinks eventId={event.id} />
    </Dialog>
  )
}
