import { Box, Stack, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { formatDate, formatTime } from '@trunkshow/contract/dates.ts'
import { commentInput } from '@trunkshow/contract/orders/schema.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import { api, call } from '../../api/client.ts'
import { useCompanyZone } from '../../session/session-query.ts'
import { NotLoaded } from '../../ui/feedback/notice.tsx'
import { useCallForm } from '../../ui/form/form-dialog.tsx'
import { ShowMore } from '../../ui/list/list-screen.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { QuietButton } from '../../ui/page/words.tsx'
import { timelineQuery } from '../queries.ts'
import styles from './timeline.module.css'

/** A comment being written to an order's history; the order's dialog keeps it while the order is edited. */
export function useComment(orderId: number) {
  const { form, shell } = useCallForm({
    schema: commentInput,
    values: { comment: '' },
    call: (body) => call(api.orders.comment, { params: { id: orderId }, body }),
    failed: 'Failed to add the comment',
    reloads: ['orders', 'timeline', orderId],
    onClose: (): void => form.reset(),
  })
  return { form, shell }
}

interface TimelineProps {
  orderId: number
  /** Absent for roles that can't comment. */
  comment: ReturnType<typeof useComment> | undefined
}

/** An order's history, latest first: changes with user and values, and comments. */
export function Timeline({ orderId, comment }: TimelineProps) {
  const list = useInfiniteQuery(timelineQuery(orderId))
  const now = new Date()
  return (
    <>
      {comment && <CommentForm {...comment} />}
      {!list.data ? (
        <NotLoaded
          query={list}
          noun="history"
          failed="Couldn’t load the history"
          waiting={<p role="status">Loading history...</p>}
        />
      ) : (
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
      <Box component="time" display="block" c="dimmed" dateTime={entry.at}>
        {whenTaken(entry.at, zone, now)}
      </Box>
    </li>
  )
}

/** Adds an internal comment to the order's history. */
function CommentForm({ form, shell: { call, onSubmit } }: ReturnType<typeof useComment>) {
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="xs" align="flex-start">
        <Textarea label="Comment" w="100%" rows={2} resize="vertical" {...form.getInputProps('comment')} />
        <QuietButton type="submit" disabled={call.isPending}>
          {call.isPending ? 'Adding...' : 'Add comment'}
        </QuietButton>
      </Stack>
    </form>
  )
}

/** In the company's zone: `April 16, 2027, 10:48 AM`, or `Today, 10:48 AM`. */
function whenTaken(at: string, zone: Zone, now: Date): string {
  const { date, time } = wallClock(new Date(at), zone)
  return `${date === wallClock(now, zone).date ? 'Today' : formatDate(date)}, ${formatTime(time)}`
}

type Change = ActivityEntry['changes'][number]

interface EntryDescription {
  /** The action, after the user's name: `changed Hem length from 60 in to 59 in`. */
  does: string
  /** Further changes, one per line. */
  lines: string[]
  comment?: string
  /** A full sentence instead of the action: `Sent to Shopify as #1009`. */
  says?: string
}

/** Formats an entry of an order's timeline as a sentence. */
export function describeTimelineEntry({ activity, changes }: ActivityEntry): EntryDescription {
  const [first, ...more] = changes
  const besides = (does: string, rest: Change[] = more) => ({ does, lines: rest.map(lineOf) })
  switch (activity) {
    case 'order.created':
      return besides('created this order', changes)
    case 'order.commented':
      return { does: 'commented', lines: [], comment: first?.to ?? '' }
    case 'order.shopify':
      return { does: '', lines: [], says: first?.to ?? '' }
    case 'order.cancelled':
      return besides('canceled this order')
    case 'order.status':
      return besides(first ? `changed the status from ${first.from} to ${first.to}` : 'changed the status')
    case 'order.discounted':
      return besides(first ? discountIn(first) : 'changed the discount')
    case 'order.payment':
    case 'order.refund':
      return besides(
        `recorded a ${activity === 'order.refund' ? 'refund' : 'payment'} of ${first?.to ?? 'money'}`,
      )
    case 'order.correction':
      return besides(`corrected what was recorded by ${first?.to ?? 'an amount'}`)
    case 'order.asked':
      return besides(`sent a payment link for ${first?.to ?? 'an amount'}`)
    case 'order.disputed':
      return besides(`recorded a dispute: ${first?.to?.replaceAll('_', ' ') ?? ''}`)
    case 'order.attached':
      return besides(`added ${first?.to ?? 'files'}`)
    case 'order.detached':
      return besides(`removed ${first?.from ?? 'a file'}`)
    default:
      return first && more.length === 0
        ? besides(describeChange(first))
        : besides('changed this order', changes)
  }
}

function discountIn({ from, to }: Change) {
  if (from && to) return `replaced ${from} with ${to}`
  return to ? `applied ${to}` : `removed ${from}`
}

/** Erasing a person removes the values but keeps the entry. */
const isBlank = ({ from, to }: Change) => from === null && to === null

function describeChange(change: Change) {
  const { field, from, to } = change
  if (isBlank(change)) return `changed ${field} (details erased)`
  if (field === 'Files') return `added ${to}`
  if (from && to) return `changed ${field} from ${from} to ${to}`
  return to ? `set ${field} to ${to}` : `cleared ${field} (was ${from})`
}

function lineOf(change: Change) {
  const { field, from, to } = change
  if (isBlank(change)) return `${field}: erased`
  return `${field}: ${from && to ? `${from} → ${to}` : (to ?? `${from} → empty`)}`
}
