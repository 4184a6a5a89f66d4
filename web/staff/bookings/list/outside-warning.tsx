import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Event, EventSummary } from '@trunkshow/contract/events/schema.ts'
import { useMayDoOnEvent } from '../../session/session-query.ts'
import { Note } from '../../ui/feedback/note.tsx'

interface OutsideWarningProps {
  event: Event
  summary: EventSummary | undefined
}

/** Warns about slots or bookings outside the event's days or hours (docs/product.md, Matching slots to the event). */
export function OutsideWarning({ event, summary }: OutsideWarningProps) {
  const mayEdit = useMayDoOnEvent(event, 'events.edit')
  if (!summary || summary.outsideSlots + summary.outsideBookings === 0) return null
  const { outsideSlots, outsideBookings } = summary
  const parts = [amount(outsideSlots, 'time slot'), amount(outsideBookings, 'booking')].filter(Boolean)
  const one = outsideSlots + outsideBookings === 1
  return (
    <Note tone="bad" role="region" aria-labelledby="outside-title" mb="lg">
      <Text component="h2" id="outside-title" fw={600}>
        Time Slots Outside Event Hours
      </Text>
      <p>
        {parts.join(' and ')} {one ? 'falls' : 'fall'} outside the event’s dates or hours. Guests won’t see
        these slots on the public page until you change the event’s times or delete the slots.
      </p>
      {mayEdit && (
        <Link to="/editevent/$id" params={{ id: String(event.id) }}>
          Change event times
        </Link>
      )}
    </Note>
  )
}

function amount(count: number, noun: string) {
  return count > 0 && `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
