import { Group, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { FailedCall } from '../api/query-client.ts'
import { hasDesk } from '../api/stored-user.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { QuietButton } from '../ui/page/words.tsx'
import { endSession, sessionQuery, useLogOutPending } from './session-query.ts'

const logOutFailed: FailedCall = {
  title: 'Logout status',
  describe: (sentence) =>
    `You have been logged out locally, but there was an issue with the server: ${sentence}`,
}

const loggingOut = {
  call: endSession,
  done: () => ({ title: 'Logged out', description: 'You have been successfully logged out.' }),
  failed: logOutFailed,
}

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
    ...loggingOut,
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

/** Above every screen while a log-out hasn't reached the server, so users see it before they leave the browser. */
export function PendingLogOut() {
  const pending = useLogOutPending()
  const retry = useReportedCall(loggingOut)
  if (!pending) return null
  return (
    <Group
      component="section"
      gap="12px 24px"
      justify="center"
      px="lg"
      py="sm"
      bg="var(--warn-wash)"
      c="warn"
      aria-label="Logging out"
      role="status"
    >
      <Text flex="0 1 640px">
        You’re logged out here, but not on our server yet. We’ll keep trying. Until then, don’t leave this
        browser to someone else.
      </Text>
      <QuietButton disabled={retry.isPending} onClick={() => retry.mutate()}>
        {retry.isPending ? 'Trying...' : 'Try again'}
      </QuietButton>
    </Group>
  )
}
