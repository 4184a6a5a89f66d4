import { Button } from '@mantine/core'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { endSession, useLogOutPending } from './end-session.ts'
import styles from './pending-log-out.module.css'
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
    <section className={styles.bar} aria-label="Logging out" role="status">
      <p>
        You’re logged out here, but not on our server yet. We’ll keep trying. Until then, don’t leave this
        browser to someone else.
      </p>
      <Button variant="default" disabled={retry.isPending} onClick={() => retry.mutate()}>
        {retry.isPending ? 'Trying...' : 'Try again'}
      </Button>
    </section>
  )
}
