import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { whichEvents } from '@trunkshow/contract/events/screens.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call, callPage } from '../api/client.ts'
import { pagedQuery } from '../api/paged-query.ts'
import { type FailedCall, fresh } from '../api/query-client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import type { EventToSend } from './form/event-form-values.ts'

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

/**
 * Creates or changes an event and refreshes the caches of events.
 *
 * @param failed the toast for a failure
 * @returns with `sent`, the fraction of its images uploaded, 0 to 1, during the upload
 */
export function useSaveEvent(failed: FailedCall, id?: string) {
  const [sent, setSent] = useState<number>()
  const save = useReportedCall({
    call: ({ body, files }: EventToSend) => {
      setSent(undefined)
      const input = { body, files, onProgress: setSent }
      return id === undefined
        ? call(api.events.create, input)
        : call(api.events.update, { params: { id: Number(id) }, ...input })
    },
    failed,
    keepsForm: true,
    // New hours also change which bookings are outside them.
    onDone: (_event, client) => {
      void client.invalidateQueries({ queryKey: ['events'] })
      void client.invalidateQueries({ queryKey: ['bookings'], refetchType: 'none' })
    },
  })
  return { ...save, sent: save.isPending ? sent : undefined }
}
