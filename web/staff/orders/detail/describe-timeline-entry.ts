import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'

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
    case 'order.attached':
      return besides(`added ${first?.to ?? 'files'}`)
    case 'order.detached':
      return besides(`removed ${first?.from ?? 'a file'}`)
    default:
      return first && more.length === 0 ? besides(sentenceOf(first)) : besides('changed this order', changes)
  }
}

function discountIn({ from, to }: Change) {
  if (from && to) return `replaced ${from} with ${to}`
  return to ? `applied ${to}` : `removed ${from}`
}

/** Erasing a person removes the values but keeps the entry. */
const isBlank = ({ from, to }: Change) => from === null && to === null

function sentenceOf(change: Change) {
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
