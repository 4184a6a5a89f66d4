import type { Event } from '@trunkshow/contract/events/schema.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ButtonLink } from '../../ui/page/button-link.tsx'

/** Shown to roles that can view but not change events (docs/product.md, What a role may do). */
export function MayNotEdit() {
  return (
    <Notice title="Your role can view events but not change them">
      Ask an admin if you need to create or edit events.
    </Notice>
  )
}

/** Shown to co-hosts, who manage an event's slots and bookings but not the event itself (docs/product.md, Co-hosts). */
export function CoHostMayNotEdit({ event }: { event: Event }) {
  return (
    <Notice
      title="Co-hosts can’t edit the event"
      action={
        <ButtonLink to="/bookings/$id" params={{ id: String(event.id) }}>
          Manage Bookings
        </ButtonLink>
      }
    >
      Only the host, {event.hostName}, can edit {event.name}. You can manage its time slots and bookings.
    </Notice>
  )
}
