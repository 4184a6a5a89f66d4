import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** The user's own calendar feeds. */
export function feedsQuery() {
  return queryOptions({ queryKey: ['calendar-feeds'], queryFn: () => call(api.calendars.list) })
}

/** Creates the feed of one event, or with null of all. */
export function useCreateFeed() {
  return useReportedCall({
    call: (eventId: number | null) => call(api.calendars.create, { body: { eventId } }),
    failedTo: 'create the calendar link',
    reloads: feedsQuery().queryKey,
  })
}

export function useRemoveFeed() {
  return useReportedCall({
    call: (id: number) => call(api.calendars.remove, { params: { id } }),
    done: 'Calendar link removed',
    failedTo: 'remove the calendar link',
    reloads: feedsQuery().queryKey,
  })
}
