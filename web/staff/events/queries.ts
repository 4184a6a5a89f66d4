import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { EventInput } from '@trunkshow/contract/events/schema.ts'
import { call, callPage } from '../api/client.ts'
import { fresh } from '../api/query-client.ts'

/** The company's active or inactive events, page by page. */
export function eventsQuery(isActive: boolean) {
  return infiniteQueryOptions({
    queryKey: ['events', 'list', isActive],
    queryFn: ({ pageParam }) => callPage(api.events.list, { query: { isActive, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.rows),
    staleTime: fresh.long,
  })
}

export function eventQuery(id: string) {
  return queryOptions({
    queryKey: ['events', id],
    queryFn: () => call(api.events.get, { params: { idOrSlug: id } }),
    staleTime: fresh.long,
  })
}

/** Creates an event, or changes the one with this id; the caches of events are refreshed (spec booking §4). */
export function useSaveEvent(id?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EventInput) =>
      id === undefined
        ? call(api.events.create, { body })
        : call(api.events.update, { params: { id: Number(id) }, body }),
    meta: { keepsForm: true },
    // New hours also change which bookings are outside them.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['events'], refetchType: 'none' })
      void queryClient.invalidateQueries({ queryKey: ['bookings'], refetchType: 'none' })
    },
  })
}
