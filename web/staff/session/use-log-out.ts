import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '@trunkshow/contract/api.ts'
import { sentenceOf } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { clearStoredUser } from '../api/stored-user.ts'
import { showToast } from '../ui/toast.ts'
import { sessionQuery } from './session-query.ts'

/**
 * Signs out: here in any case, even when the server cannot be told (spec booking §4).
 *
 * @param goOn what happens then; without it /auth shows
 */
export function useLogOut(goOn?: () => unknown) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: () => call(api.session.logout),
    onSuccess: () =>
      showToast({ title: 'Logged out', description: 'You have been successfully logged out.' }),
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: 'Logout status',
        description: `You have been logged out locally, but there was an issue with the server: ${sentenceOf(error)}`,
      }),
    onSettled: async () => {
      clearStoredUser()
      queryClient.clear()
      queryClient.setQueryData(sessionQuery().queryKey, null)
      await (goOn ? goOn() : router.navigate({ to: '/auth' }))
    },
  })
}
