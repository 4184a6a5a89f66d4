import { Button, Group, Text } from '@mantine/core'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { endSession, useLogOutPending } from './end-session.ts'
import { loggedOut, logOutFailed } from './use-log-out.ts'

/** Above every screen while a log-out hasn't reached the server, so users see it before they leave the browser. */
export function PendingLogOut() {
  const pending = useLogOutPending()
  const retry = useReportedCall({
    call: endSession,
    done: loggedOut,
    failed: logOutFailed,
  })
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
      <Button variant="default" disabled={retry.isPending} onClick={() => retry.mutate()}>
        {retry.isPending ? 'Trying...' : 'Try again'}
      </Button>
    </Group>
  )
}
