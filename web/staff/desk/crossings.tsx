import { Box, Button, Card, Group, Text } from '@mantine/core'
import { formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { sentenceOf } from '../api/client.ts'
import surfaces from '../ui/page/surfaces.module.css'
import { countOf, QuietButton } from '../ui/page/words.tsx'
import styles from './desk.module.css'
import { doAnyway, drop, type Queued } from './queue.ts'
import type { Desk, LoadedDay } from './use-desk.ts'

/** Where the line at the top leads. */
const CROSSED = 'crossed'

/** What this device changed and the server did not do: a person decides (decision 057). */
export function Crossings({ queue, update }: Pick<Desk, 'queue' | 'update'>) {
  const crossed = queue.filter(({ problem }) => problem)
  return (
    // The region is there before anything is announced in it, and takes no room.
    <Box id={CROSSED} mt={crossed.length > 0 ? 0 : '-sm'} style={{ scrollMarginTop: 64 }} aria-live="polite">
      {crossed.length > 0 && (
        <Card
          component="section"
          p={0}
          bd="1px solid var(--warn)"
          bg="var(--warn-wash)"
          aria-label="Needs your decision"
        >
          <ul className={surfaces.between}>
            {crossed.map((entry) => (
              <Crossing
                key={entry.change.key}
                entry={entry}
                onAnyway={() => update((queue) => doAnyway(queue, entry))}
                onDrop={() => update((queue) => drop(queue, entry))}
              />
            ))}
          </ul>
        </Card>
      )}
    </Box>
  )
}

const states = { expected: 'as expected', arrived: 'as arrived', no_show: 'as a no-show' } as const

interface CrossingProps {
  entry: Queued
  onAnyway: () => void
  onDrop: () => void
}

function Crossing({ entry: { change, name, problem }, onAnyway, onDrop }: CrossingProps) {
  const { outcome, message } = problem!
  const refused = outcome === 'refused'
  const isWalkIn = change.kind === 'walkIn'
  const mark = isWalkIn ? undefined : `Mark ${states[change.attendance ?? 'expected']}`
  const anyway = mark ?? 'Add anyway'
  const keep = isWalkIn ? 'Don’t add' : `Keep ${states[change.seen.attendance ?? 'expected']}`
  const leave = refused ? 'Dismiss' : keep
  return (
    <Group component="li" justify="space-between" px="md" py="sm">
      <Text flex="1 1 280px">
        {refused && isWalkIn && `${name} was not added. `}
        {message}
        {!refused && ` ${mark ?? `Add ${name}`} anyway?`}
      </Text>
      <Group gap="xs" className={surfaces.wide}>
        <QuietButton aria-label={`${leave}: ${name}`} onClick={onDrop}>
          {leave}
        </QuietButton>
        {!refused && (
          <Button aria-label={`${anyway}: ${name}`} onClick={onAnyway}>
            {anyway}
          </Button>
        )}
      </Group>
    </Group>
  )
}

/** Says whether the list is up to date, and what was not sent yet. */
export function StatusLine({ desk, loaded }: { desk: Desk; loaded: LoadedDay }) {
  const { queue, update, offline, checkedAt, refusal } = desk
  const { loadedAt, day } = loaded
  const waiting = queue.filter(({ problem }) => !problem)
  const crossed = queue.length - waiting.length
  const changes = countOf(String(waiting.length), 'change')
  const time = formatTime(wallClock(new Date(Math.max(loadedAt, checkedAt)), day.event.zone).time)
  const line = { justify: 'space-between', className: `${surfaces.note} ${styles.status}` } as const
  if (refusal && waiting.length > 0)
    return (
      <Group {...line} data-tone="bad" role="alert">
        <span>
          {changes} can’t be sent. {sentenceOf(refusal)}
        </span>
        <QuietButton onClick={() => void update((queue) => queue.filter(({ problem }) => problem))}>
          Discard changes
        </QuietButton>
      </Group>
    )
  return (
    <Group {...line} data-tone={offline || crossed > 0 ? 'warn' : undefined}>
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
