import { queryOptions } from '@tanstack/react-query'
import type { weekWith } from '@trunkshow/contract/calendars/screens.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { ReactNode } from 'react'
import { api, call } from '../../api/client.ts'
import { ensureVersion, liveQuery } from '../../api/query-client.ts'

/** Makes the search parameters that lead to another day, with the same view and event. */
export type ToDate = (date: string | undefined) => {
  view: 'day' | 'week' | undefined
  event: number | undefined
  date: string | undefined
}

export type ShowAbout = (
  event: Event,
  make: (about: { event: Event; onClose: () => void }) => ReactNode,
) => void

type Which = ReturnType<typeof weekWith>

/** Follows what others change in a week of the calendar. */
export function weekVersionQuery(which: Which) {
  return liveQuery({
    queryKey: ['calendar', 'version', which],
    fetchVersion: () => call(api.calendars.version, { query: which }),
    reload: (client) => client.invalidateQueries({ queryKey: weekQuery(which).queryKey }),
  })
}

/** The time slots and bookings of one week, of all events. */
export function weekQuery(which: Which) {
  return queryOptions({
    queryKey: ['calendar', 'week', which],
    queryFn: async ({ client }) => {
      await ensureVersion(client, weekVersionQuery(which))
      return call(api.calendars.week, { query: which })
    },
  })
}
