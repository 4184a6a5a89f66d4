import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type {
  PasswordChangeInput,
  Profile,
  ProfileInput,
  SessionEndInput,
} from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { storeUser } from '../../api/stored-user.ts'
import { feedsQuery } from '../../calendars/queries.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { sessionQuery } from '../session-query.ts'

/** The logged-in user, with what only Settings shows. */
export function profileQuery() {
  return queryOptions({ queryKey: ['profile'], queryFn: () => call(api.session.current) })
}

/** The user's logged-in browsers, most recently seen first. */
export function sessionsQuery() {
  return queryOptions({ queryKey: ['sessions'], queryFn: () => call(api.session.sessions), staleTime: 0 })
}

/** Saves name and phone; the greeting in the top bar updates at once. */
export function useSaveProfile() {
  return useReportedCall({
    call: (body: ProfileInput) => call(api.session.saveProfile, { body }),
    done: 'Profile updated',
    failedTo: 'update profile',
    keepsForm: true,
    onDone: cacheProfile,
  })
}

/** Stores the user from the response in the cache. */
export function cacheProfile(profile: Profile, client: QueryClient) {
  storeUser(profile)
  client.setQueryData(sessionQuery().queryKey, profile)
  client.setQueryData(profileQuery().queryKey, profile)
}

/** Sets a new password. This browser gets a new session; all others end, and so do calendar links (docs/product.md, Passwords). */
export function useChangePassword() {
  return useReportedCall({
    call: (body: PasswordChangeInput) => call(api.session.changePassword, { body }),
    done: () => ({
      title: 'Password changed',
      description: 'You’ve been logged out of all other browsers, and your calendar links have ended.',
    }),
    failedTo: 'change password',
    keepsForm: true,
    onDone: (_changed, client) => {
      for (const { queryKey } of [sessionsQuery(), feedsQuery()]) void client.invalidateQueries({ queryKey })
    },
  })
}

/** Logs out one browser, or all others. @param name of the one */
export function useEndSessions(name: string | undefined) {
  return useReportedCall({
    call: (body: SessionEndInput) => call(api.session.endSessions, { body }),
    done: name ? `Logged out ${name}` : 'Logged out everywhere else',
    failedTo: 'log out',
    keepsForm: true,
    reloads: sessionsQuery().queryKey,
  })
}
