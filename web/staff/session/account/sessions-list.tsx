import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatTime } from '@trunkshow/contract/dates.ts'
import type { SessionView } from '@trunkshow/contract/session/schema.ts'
import { wallClock, zoneAbbreviation } from '@trunkshow/contract/zones.ts'
import { sentenceOf } from '../../api/call-error.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { Tag } from '../../ui/list/tag.tsx'
import { useCompanyZone } from '../use-company-zone.ts'
import { deviceName } from './device-name.ts'
import { sessionsQuery, useEndOtherSessions } from './profile-queries.ts'
import styles from './sessions-list.module.css'

/** Where the user is logged in, and a button to end all other sessions. */
export function SessionsList() {
  const sessions = useQuery(sessionsQuery())
  const endOthers = useEndOtherSessions()
  if (sessions.isPending)
    return <Skeleton className={styles.loading} role="status" aria-label="Loading your browsers" />
  if (!sessions.data)
    return (
      <LoadFailure
        title="Couldn’t load your browsers"
        retrying={sessions.isFetching}
        onRetry={sessions.refetch}
      >
        {sentenceOf(sessions.error)}
      </LoadFailure>
    )
  const alone = sessions.data.every(({ current }) => current)
  return (
    <div>
      <ul className={styles.list} aria-label="Where you’re logged in">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className={styles.end}>
        <ReasonButton
          variant="subtle"
          color="bad"
          disabled={endOthers.isPending}
          reason={alone ? 'You’re not logged in anywhere else.' : null}
          onClick={() => endOthers.mutate()}
        >
          Log out other browsers
        </ReasonButton>
      </div>
    </div>
  )
}

function SessionRow({ session: { device, lastSeenAt, current } }: { session: SessionView }) {
  const zone = useCompanyZone()
  const { date, time } = wallClock(new Date(lastSeenAt), zone)
  return (
    <li className={styles.row}>
      <span className={styles.device} title={device}>
        {deviceName(device)}
      </span>
      <span className={styles.seen}>
        Last active {formatDate(date)}, {formatTime(time, zoneAbbreviation(new Date(lastSeenAt), zone))}
      </span>
      {current && <Tag tone="good">This browser</Tag>}
    </li>
  )
}
