import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from '../api/client.ts'

/** The user's own calendar feeds. */
export function feedsQuery() {
  return queryOptions({ queryKey: ['calendar-feeds'], queryFn: () => call(api.calendars.list) })
}
