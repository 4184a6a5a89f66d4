import { Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { sentenceOf } from '../../api/call-error.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { timelineQuery } from '../queries.ts'
import { whenTaken } from '../when-taken.ts'
import { CommentForm } from './comment-form.tsx'
import { describeTimelineEntry } from './describe-timeline-entry.ts'
import styles from './timeline.module.css'

interface TimelineProps {
  orderId: number
  mayComment: boolean
  /** The comment being written. */
  comment: string
  onComment: (comment: string) => void
}

/** An order's history, latest first: changes with user and values, and comments. */
export function Timeline({ orderId, mayComment, comment, onComment }: TimelineProps) {
  const list = useInfiniteQuery(timelineQuery(orderId))
  const now = new Date()
  return (
    <>
      {mayComment && <CommentForm orderId={orderId} value={comment} onChange={onComment} />}
      {list.isPending && <p role="status">Loading history...</p>}
      {list.isError && !list.data && (
        <LoadFailure title="Couldn’t load the history" onRetry={list.refetch}>
          {sentenceOf(list.error)}
        </LoadFailure>
      )}
      {list.data && (
        <ol className={styles.entries}>
          {list.data.rows.map((entry) => (
            <Entry key={entry.id} entry={entry} now={now} />
          ))}
        </ol>
      )}
      <ShowMore list={list} />
    </>
  )
}

function Entry({ entry, now }: { entry: ActivityEntry; now: Date }) {
  const zone = useCompanyZone()
  const { does, lines, comment, says } = describeTimelineEntry(entry)
  return (
    <li className={styles.entry}>
      <strong>{entry.actorName ?? 'Someone'}</strong>
      {says ? `: ${says}` : ` ${does}`}
      {comment && <p className={surfaces.note}>{comment}</p>}
      {lines.length > 0 && (
        <Stack gap={0} c="dimmed" component="ul">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Stack>
      )}
      <time className={styles.time} dateTime={entry.at}>
        {whenTaken(entry.at, zone, now)}
      </time>
    </li>
  )
}
