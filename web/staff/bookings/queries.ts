import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { AddBookingInput, Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { bookingsScreen } from '@trunkshow/contract/bookings/screens.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { wallToInstant, zoneAbbreviation } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call, callAll, callPage, freshKey } from '../api/client.ts'
import { ensureVersion } from '../api/live-query.ts'
import { pagedQuery } from '../api/paged-query.ts'
import { summaryQuery } from '../slots/queries.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** The filters for an event's bookings, kept in the page's URL. */
export type BookingFilter = z.output<typeof bookingsScreen.filter>

/** An event's bookings, paged, with their total; the previous rows stay while new ones load. */
export function bookingsQuery(eventId: string, filter: BookingFilter) {
  const params = { id: Number(eventId) }
  return pagedQuery(['bookings', eventId, filter], async (cursor, client) => {
    await ensureVersion(client, summaryQuery(eventId))
    return callPage(api.bookings.list, { params, query: { ...filter, cursor } })
  })
}

/** Every active booking of one day, from all pages. */
export function bookingsOfDayQuery(eventId: string, date: string) {
  return queryOptions({
    queryKey: ['bookings', eventId, 'day', date],
    queryFn: () =>
      callAll(api.bookings.list, { params: { id: Number(eventId) }, query: { date, status: 'active' } }),
    staleTime: 0,
  })
}

/** Adds a booking at most once, however often it is sent: the key stays as long as the form. */
export function useAddBooking(eventId: string) {
  const [key] = useState(freshKey)
  return useReportedCall({
    call: ({ slotId, ...body }: { slotId: number } & AddBookingInput) =>
      call(api.bookings.add, { params: { id: slotId }, body, idempotencyKey: key }),
    done: ({ attendeeEmail }) => ({
      title: 'Booking Added',
      description: attendeeEmail ? 'The guest will receive a confirmation email.' : 'No email was sent.',
    }),
    failed: 'Error Adding Booking',
    reloads: summaryQuery(eventId).queryKey,
    keepsForm: true,
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
