import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { FailedCall } from '../api/query-client.ts'
import { showToast } from '../ui/feedback/toast.ts'
import { endSession } from './end-session.ts'
import { sessionQuery } from './session-query.ts'

export const logOutFailed: FailedCall = {
  title: 'Logout status',
  describe: (sentence) =>
    `You have been logged out locally, but there was an issue with the server: ${sentence}`,
}

export const loggedOut = () =>
  showToast({ title: 'Logged out', description: 'You have been successfully logged out.' })

/**
 * Logs out: here in any case, even when the server cannot be told yet.
 *
 * @param goOn what happens then; without it /auth shows
 */
export function useLogOut(goOn?: () => unknown) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: endSession,
    meta: { failed: logOutFailed },
    onSuccess: loggedOut,
    onSettled: async () => {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery().queryKey, null)
      await (goOn ? goOn() : router.navigate({ to: '/auth' }))
    },
  })
}
