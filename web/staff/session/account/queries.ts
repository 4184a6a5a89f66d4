import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { Profile } from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { liveQuery } from '../../api/live-query.ts'
import { storeUser } from '../../api/stored-user.ts'
import { sessionQuery } from '../session-query.ts'

/** Which emails are on hold and which failed; the company's emails, and event cards that count them, reload with it. */
export function mailStateQuery() {
  return liveQuery({
    queryKey: ['mail-state'],
    fetchVersion: () => call(api.session.mailState),
    reload: (client) =>
      Promise.all(['emails', 'fill'].map((list) => client.invalidateQueries({ queryKey: [list] }))),
  })
}

/** The logged-in user, with what only Settings shows. */
export function profileQuery() {
  return queryOptions({ queryKey: ['profile'], queryFn: () => call(api.session.current) })
}

/** The user's logged-in browsers, most recently seen first. */
export function sessionsQuery() {
  return queryOptions({ queryKey: ['sessions'], queryFn: () => call(api.session.sessions), staleTime: 0 })
}

/** Stores the user from the response in the cache. */
export function cacheProfile(profile: Profile, client: QueryClient) {
  storeUser(profile)
  client.setQueryData(sessionQuery().queryKey, profile)
  client.setQueryData(profileQuery().queryKey, profile)
}
