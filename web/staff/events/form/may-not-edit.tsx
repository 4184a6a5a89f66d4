import type { Event } from '@trunkshow/contract/events/schema.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ButtonLink } from '../../ui/page/button-link.tsx'

/** For roles that see events and never change them (docs/product.md, What a role may do). */
export function MayNotEdit() {
  return (
    <Notice title="Your role can view events, not change them">
      Ask an admin of your company if you need to create or edit events.
    </Notice>
  )
}

/**
 * For co-hosts, who manage the time slots and bookings of an event and not the event itself
 * (docs/product.md, Co-hosts).
 */
export function CoHostMayNotEdit({ event }: { event: Event }) {
  return (
    <Notice
      title="Co-hosts do not change the event itself"
      action={
        <ButtonLink to="/bookings/$id" params={{ id: String(event.id) }}>
          Manage Bookings
        </ButtonLink>
      }
    >
      {event.name} is edited by its host, {event.hostName}. Its time slots and bookings are yours to manage.
    </Notice>
  )
}
