import { queryOptions } from '@tanstack/react-query'
import type { whichEvents } from '@trunkshow/contract/events/screens.ts'
import type { z } from 'zod'
import { api, call, callPage, pagedQuery } from '../api/client.ts'
import { fresh } from '../api/query-client.ts'

/** One list of the company's events, paged: upcoming ones soonest first, past ones latest first. */
export function eventsQuery(which: z.output<typeof whichEvents>) {
  return pagedQuery(
    ['events', 'list', which],
    (cursor) => callPage(api.events.list, { query: { ...which, cursor } }),
    { staleTime: fresh.long, keepsRows: false },
  )
}

/** How many active or inactive events the company has, as `X-Total-Count` says. */
export function eventCountQuery(isActive: boolean) {
  return queryOptions({
    queryKey: ['events', 'count', isActive],
    queryFn: async () => (await callPage(api.events.list, { query: { isActive, limit: 1 } })).total,
    staleTime: fresh.long,
  })
}

/** Cities that begin with the text; without text, the place of the company's last event. */
export function placesQuery(q: string) {
  return queryOptions({
    queryKey: ['events', 'places', q],
    queryFn: () => call(api.events.places, { query: { q } }),
    staleTime: q ? fresh.long : 0,
  })
}

export function eventQuery(id: string) {
  return queryOptions({
    queryKey: ['events', id],
    queryFn: () => call(api.events.get, { params: { idOrSlug: id } }),
    staleTime: fresh.long,
  })
}
