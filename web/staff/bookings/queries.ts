import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { bookingMessages, guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type {
  AddBookingInput,
  Booking,
  BookingNotesInput,
  RescheduleInput,
} from '@trunkshow/contract/bookings/schema.ts'
import type { bookingsScreen } from '@trunkshow/contract/bookings/screens.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call, callAll, callPage, joinPages } from '../api/client.ts'
import { freshKey } from '../api/fresh-key.ts'
import { ensureVersion } from '../api/live-query.ts'
import { summaryQuery } from '../slots/queries.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** The filters for an event's bookings, kept in the page's URL. */
export type BookingFilter = z.output<typeof bookingsScreen.filter>

/** An event's bookings, paged, with their total; the previous rows stay while new ones load. */
export function bookingsQuery(eventId: string, filter: BookingFilter) {
  const params = { id: Number(eventId) }
  return infiniteQueryOptions({
    queryKey: ['bookings', eventId, filter],
    queryFn: async ({ pageParam, client }) => {
      await ensureVersion(client, summaryQuery(eventId))
      return callPage(api.bookings.list, { params, query: { ...filter, cursor: pageParam } })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: joinPages,
    placeholderData: keepPreviousData,
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

/** Cancels a booking as host: frees the spot and emails the guest. */
export function useCancelBooking(eventId: string) {
  return useReportedCall({
    call: (id: number) => call(api.bookings.cancel, { params: { id } }),
    done: () => ({
      title: 'Booking Cancelled',
      description: 'The booking has been cancelled and the customer has been notified.',
    }),
    failed: { title: 'Error', describe: () => bookingMessages.hostCancelFailed },
    reloads: summaryQuery(eventId).queryKey,
  })
}

/** Moves a booking to another slot of its event and emails the guest. */
export function useRescheduleBooking(eventId: string) {
  return useReportedCall({
    call: ({ booking: { id }, ...body }: { booking: Booking } & RescheduleInput) =>
      call(api.bookings.reschedule, { params: { id }, body }),
    done: ({ timeSlotId, attendeeEmail }, { booking }) => {
      const isMoved = timeSlotId !== booking.timeSlotId
      const title = isMoved ? 'Booking Rescheduled' : 'Booking Updated'
      if (!attendeeEmail) return { title, description: 'This guest has no email, so let them know.' }
      const verb = isMoved ? 'has been rescheduled and ' : ''
      return { title, description: `The customer ${verb}will receive a notification email.` }
    },
    failed: { title: 'Error Rescheduling Booking', fallback: guestBookingMessages.rescheduleFailed },
    reloads: summaryQuery(eventId).queryKey,
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

/** Saves a booking's notes; rejected if someone saved others since the version sent. */
export function useSaveNotes(eventId: string, id: number) {
  return useReportedCall({
    call: (body: BookingNotesInput) => call(api.bookings.saveNotes, { params: { id }, body }),
    done: 'Notes Saved',
    failed: 'Error Saving Notes',
    reloads: summaryQuery(eventId).queryKey,
    keepsForm: true,
  })
}
