import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from '../api/client.ts'
import { showToast } from '../ui/toast.ts'
import { sessionQuery } from './session-query.ts'

/** Sets a new password by a link's token. All sessions of its user end, so who is signed in here is asked anew. */
export function useResetPassword(token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => call(api.session.reset, { body: { token, password } }),
    meta: { keepsForm: true, failed: { title: 'Error', fallback: "We couldn't set your password." } },
    onSuccess: async () => {
      showToast({ title: 'Password changed', description: 'Log in with your new password.' })
      queryClient.removeQueries()
      await queryClient.prefetchQuery(sessionQuery())
    },
  })
}
