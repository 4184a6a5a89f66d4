import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from '../api/client.ts'
import { ensureVersion, liveQuery } from '../api/live-query.ts'
import { findStoredDay, type LoadedDay, storeDay } from './stored-days.ts'

const daysOf = (eventId: number) => ['desk', eventId, 'day']

/** Polls whether anything of the event changed, and whether the server can be reached. */
export const deskVersionQuery = (eventId: number) => ({
  ...liveQuery({
    queryKey: ['desk', eventId, 'version'],
    fetchVersion: () => call(api.events.summary, { params: { id: eventId } }),
    // If it fails, the version stays as it was, and the next one reloads again.
    reload: (client) => client.invalidateQueries({ queryKey: daysOf(eventId) }, { throwOnError: true }),
  }),
  retry: false,
})

/** One day at the desk: what the device has stored, until the server answers. */
export function deskDayQuery(userId: number, eventId: number, date: string | undefined) {
  return queryOptions({
    queryKey: [...daysOf(eventId), userId, date ?? 'next'],
    queryFn: async ({ client, queryKey }): Promise<LoadedDay> => {
      const stored = await findStoredDay(userId, eventId, date)
      if (stored && !client.getQueryData(queryKey)) client.setQueryData(queryKey, stored)
      await ensureVersion(client, deskVersionQuery(eventId))
      const day = await call(api.desk.day, { params: { id: eventId }, query: { date } })
      const loaded = { day, loadedAt: Date.now() }
      await storeDay(userId, loaded)
      return loaded
    },
    staleTime: 0,
    retry: false,
  })
}
