import { useQuery } from '@tanstack/react-query'
import type { Person } from '@trunkshow/contract/customers/schema.ts'
import { isOver } from '@trunkshow/contract/events/rules.ts'
import { useState } from 'react'
import { AddBookingDialog } from '../bookings/add/add-booking-dialog.tsx'
import { eventChoice, eventChoicesQuery } from '../orders/queries.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { Choose } from '../ui/form/choose.tsx'

interface BookPersonDialogProps {
  person: Pick<Person, 'name' | 'emails' | 'phone'>
  onClose: () => void
}

/** Books a person at one of the events to come, the next one first. */
export function BookPersonDialog({ person: { name, emails, phone }, onClose }: BookPersonDialogProps) {
  const events = useQuery(eventChoicesQuery())
  const [now] = useState(() => new Date())
  const [chosen, setChosen] = useState<number>()
  const open = events.data?.filter((event) => event.isActive && !isOver(event, now)).reverse()
  const event = open?.find(({ id }) => id === chosen) ?? open?.[0]
  if (!open || !event)
    return (
      <Dialog title="Add booking" onClose={onClose}>
        <Loaded query={events} noun="events">
          {() => <p>No event is open for booking. Create an event first.</p>}
        </Loaded>
      </Dialog>
    )
  return (
    <AddBookingDialog
      event={event}
      date={undefined}
      guest={{ attendeeName: name, attendeeEmail: emails[0] ?? '', phone: phone ?? '' }}
      choice={<Choose label="Event" value={event.id} onChoose={setChosen} choices={open.map(eventChoice)} />}
      onClose={onClose}
    />
  )
}
