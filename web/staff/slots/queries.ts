import { queryOptions } from '@tanstack/react-query'
import type { ListedSlot, NewSlotInput } from '@trunkshow/contract/slots/schema.ts'
import { api, call } from '../api/client.ts'
import { ensureVersion, liveQuery } from '../api/query-client.ts'
import type { NextSlot } from './slot-days.ts'

/** An event's counters. A new version reloads its slots, bookings and waitlist, and the calendar, so calls only refetch this. */
export function summaryQuery(eventId: string) {
  return liveQuery({
    queryKey: ['summary', eventId],
    fetchVersion: () => call(api.events.summary, { params: { id: Number(eventId) } }),
    reload: (client) =>
      Promise.all(
        [
          ['slots', eventId],
          ['bookings', eventId],
          ['waitlist', eventId],
          ['calendar', 'version'],
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
}

/** The slots of an event, all of them or those of one day (`yyyy-MM-dd`). */
export function slotsQuery(eventId: string, date?: string) {
  return queryOptions({
    queryKey: ['slots', eventId, ...(date ? [date] : [])],
    queryFn: async ({ client }): Promise<ListedSlot[]> => {
      await ensureVersion(client, summaryQuery(eventId))
      return call(api.slots.list, { params: { id: Number(eventId) }, query: { date } })
    },
  })
}

export function fillQuery(eventIds: number[]) {
  return queryOptions({
    queryKey: ['fill', eventIds],
    queryFn: () => call(api.slots.fill, { query: { eventIds } }),
    enabled: eventIds.length > 0,
  })
}

/** The call that adds a slot. */
export const creatingSlot = (id: number) => ({
  call: (body: NewSlotInput | NextSlot) => call(api.slots.create, { params: { id }, body }),
  done: 'Time Slot Created',
  failed: 'Error Creating Time Slot',
  reloads: summaryQuery(String(id)).queryKey,
})
