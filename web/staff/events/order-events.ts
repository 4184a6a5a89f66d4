import { venueNow } from '@trunkshow/contract/dates.ts'
import { isOver } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'

/** What is still to come first, soonest first; then what is over, the latest first. */
export function orderEvents(events: readonly Event[], now = venueNow(new Date())) {
  const byDate = events.toSorted((a, b) => startOf(a).localeCompare(startOf(b)))
  return {
    upcoming: byDate.filter((event) => !isOver(event, now)),
    past: byDate.filter((event) => isOver(event, now)).reverse(),
  }
}

function startOf(event: Event) {
  return `${event.eventDate} ${event.startTime}`
}
