import { queryOptions } from '@tanstack/react-query'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { BookingFilter } from '@trunkshow/contract/bookings/screens.ts'
import { lastDay } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { wallClock, wallToInstant, zoneAbbreviation } from '@trunkshow/contract/zones.ts'
import { api, call, callPage, pagedQuery } from '../api/client.ts'
import { ensureVersion } from '../api/query-client.ts'
import { summaryQuery } from '../slots/queries.ts'

export interface BookingDialogProps {
  event: Event
  booking: Booking
  onClose: () => void
}

/** An event's bookings, paged, with their total; the previous rows stay while new ones load. */
export function bookingsQuery(eventId: string, filter: BookingFilter) {
  const params = { id: Number(eventId) }
  return pagedQuery(['bookings', eventId, filter], async (cursor, client) => {
    await ensureVersion(client, summaryQuery(eventId))
    return callPage(api.bookings.list, { params, query: { ...filter, cursor } })
  })
}

export function bookingQuery(eventId: number, id: number) {
  return queryOptions({
    queryKey: ['bookings', String(eventId), 'one', id],
    queryFn: () => call(api.bookings.get, { params: { id } }),
    staleTime: 0,
  })
}

/** A booking as the form for its order takes it. */
export function orderedBy({ timeSlotId, slotDate, startTime, ...booking }: Booking, event: Event) {
  return {
    ...booking,
    event,
    timeSlot: {
      id: timeSlotId,
      slotDate,
      startTime,
      zone: zoneAbbreviation(wallToInstant(slotDate, startTime, event.zone), event.zone),
    },
  }
}

/** Today during the event, else its first day. */
export function dayToShow(event: Event, { date: today } = wallClock(new Date(), event.zone)): string {
  return today > event.eventDate && today <= lastDay(event) ? today : event.eventDate
}
