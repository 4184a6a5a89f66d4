import { Button, Group } from '@mantine/core'
import { formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import { sentenceOf } from '../api/call-error.ts'
import { countOf } from '../ui/list/count-of.ts'
import surfaces from '../ui/page/surfaces.module.css'
import { CROSSED } from './crossings.tsx'
import styles from './desk.module.css'
import type { Desk } from './use-desk.ts'

interface StatusLineProps {
  desk: Desk
  /** Milliseconds since 1970. */
  loadedAt: number
  zone: Zone
}

/** Says whether the list is up to date, and what was not sent yet. */
export function StatusLine({ desk, loadedAt, zone }: StatusLineProps) {
  const { queue, update, offline, checkedAt, refusal } = desk
  const waiting = queue.filter(({ problem }) => !problem)
  const crossed = queue.length - waiting.length
  const changes = countOf(String(waiting.length), 'change')
  const time = formatTime(wallClock(new Date(Math.max(loadedAt, checkedAt)), zone).time)
  if (refusal && waiting.length > 0)
    return (
      <Group
        justify="space-between"
        className={`${surfaces.note} ${styles.status}`}
        data-tone="bad"
        role="alert"
      >
        <span>
          {changes} can’t be sent. {sentenceOf(refusal)}
        </span>
        <Button
          variant="default"
          onClick={() => void update((queue) => queue.filter(({ problem }) => problem))}
        >
          Discard changes
        </Button>
      </Group>
    )
  return (
    <Group
      justify="space-between"
      className={`${surfaces.note} ${styles.status}`}
      data-tone={offline || crossed > 0 ? 'warn' : undefined}
    >
      <span role="status">
        {offline
          ? offlineText(waiting.length, changes)
          : waiting.length > 0
            ? `Sending ${changes}...`
            : checkedAt > 0
              ? 'Up to date'
              : 'Checking...'}
      </span>
      {crossed > 0 && <a href={`#${CROSSED}`}>{countOf(String(crossed), 'change')} to decide</a>}
      <span>Last loaded {time}</span>
    </Group>
  )
}

const offlineText = (count: number, changes: string) =>
  count === 0
    ? 'Offline. You can go on: changes will be sent when the network is back.'
    : `Offline: ${changes} will be sent when the network is back.`
