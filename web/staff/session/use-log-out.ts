import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { hasDesk } from '../api/has-desk.ts'
import type { FailedCall } from '../api/query-client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { endSession } from './end-session.ts'
import { sessionQuery } from './session-query.ts'

export const logOutFailed: FailedCall = {
  title: 'Logout status',
  describe: (sentence) =>
    `You have been logged out locally, but there was an issue with the server: ${sentence}`,
}

export const loggedOut = () => ({
  title: 'Logged out',
  description: 'You have been successfully logged out.',
})

const mayLeaveDesk = async () => !hasDesk() || (await import('./clear-desk.tsx')).clearDesk()

/**
 * Logs out in this browser, even if the server can't be reached yet; first asks if the desk has changes to send.
 *
 * @param onLoggedOut called afterwards; by default, opens /auth
 */
export function useLogOut(onLoggedOut?: () => unknown) {
  const router = useRouter()
  const leave = async (client: QueryClient) => {
    client.clear()
    client.setQueryData(sessionQuery().queryKey, null)
    await (onLoggedOut ? onLoggedOut() : router.navigate({ to: '/auth' }))
  }
  const logOut = useReportedCall({
    call: endSession,
    done: loggedOut,
    failed: logOutFailed,
    onDone: (_ended, client) => leave(client),
    onFailed: (_error, client) => leave(client),
  })
  return {
    isPending: logOut.isPending,
    mutate: async () => {
      if (await mayLeaveDesk()) logOut.mutate(undefined)
    },
  }
}
