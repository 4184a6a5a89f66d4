import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { useState } from 'react'
import { call, callPage } from '../api/client.ts'
import { type FailedCall, fresh } from '../api/query-client.ts'
import type { EventToSend } from './form/event-form-values.ts'

interface EventsOfList {
  isActive: boolean
  when: 'upcoming' | 'past'
}

/** The company's events of one list, page by page: those to come soonest first, past ones latest first. */
export function eventsQuery(which: EventsOfList) {
  return infiniteQueryOptions({
    queryKey: ['events', 'list', which],
    queryFn: ({ pageParam }) => callPage(api.events.list, { query: { ...which, cursor: pageParam } }),
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

/**
 * Creates an event, or changes the one with this id; the caches of events are refreshed.
 *
 * @param failed how a failure is told
 * @returns with `sent`, the share of its pictures that is on the server, 0 to 1, while there are some under way
 */
export function useSaveEvent(failed: FailedCall, id?: string) {
  const queryClient = useQueryClient()
  const [sent, setSent] = useState<number>()
  const save = useMutation({
    mutationFn: ({ body, files }: EventToSend) => {
      const input = { body, files, onProgress: setSent }
      return id === undefined
        ? call(api.events.create, input)
        : call(api.events.update, { params: { id: Number(id) }, ...input })
    },
    meta: { keepsForm: true, failed },
    // New hours also change which bookings are outside them.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['events'] })
      void queryClient.invalidateQueries({ queryKey: ['bookings'], refetchType: 'none' })
    },
    onSettled: () => setSent(undefined),
  })
  return { ...save, sent }
}

/** Deletes an event that was never booked. Refused, it shows why, as it stands now. */
export function useDeleteEvent(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.events.remove, { params: { id } }),
    meta: { failed: { title: 'Error', fallback: 'Failed to delete event' } },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['events'], refetchType: 'none' }),
    onError: () => queryClient.invalidateQueries({ queryKey: eventQuery(String(id)).queryKey }),
  })
}
