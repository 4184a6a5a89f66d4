import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { PasswordChangeInput, ProfileInput } from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { storeUser } from '../../api/stored-user.ts'
import { failedTo } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { sessionQuery } from '../session-query.ts'

/** The signed-in user with what only Settings shows. */
export function profileQuery() {
  return queryOptions({ queryKey: ['profile'], queryFn: () => call(api.session.current) })
}

/** The browsers the user is signed in with, the one seen last first. */
export function sessionsQuery() {
  return queryOptions({ queryKey: ['sessions'], queryFn: () => call(api.session.sessions), staleTime: 0 })
}

/** Saves name and phone; the greeting in the top bar follows at once. */
export function useSaveProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileInput) => call(api.session.saveProfile, { body }),
    meta: { keepsForm: true, failed: failedTo('update profile') },
    onSuccess: (profile) => {
      storeUser(profile)
      queryClient.setQueryData(sessionQuery().queryKey, profile)
      queryClient.setQueryData(profileQuery().queryKey, profile)
      showToast({ title: 'Profile updated' })
    },
  })
}

/** Sets a new password. Here the session goes on, as a new one; all others end (docs/product.md, Passwords). */
export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: PasswordChangeInput) => call(api.session.changePassword, { body }),
    meta: { keepsForm: true, failed: failedTo('change password') },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
      showToast({ title: 'Password changed', description: 'You’ve been logged out of all other browsers.' })
    },
  })
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.session.endOthers),
    meta: { failed: failedTo('log out other browsers') },
    onSuccess: () => showToast({ title: 'Logged out everywhere else' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
}
