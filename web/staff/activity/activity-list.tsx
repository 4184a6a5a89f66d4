import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { Tag } from '../ui/list/tag.tsx'
import styles from './activity-list.module.css'
import { changesInWords, kindLabels, sentenceOfEntry } from './activity-words.ts'
import { type EntryDays, LogDays } from './log-days.tsx'

/** The activity log by day, latest first. */
export function ActivityList(of: EntryDays<LoggedActivity>) {
  return (
    <LogDays {...of}>
      {(entry) => (
        <>
          <EntryText entry={entry} />
          <span>
            <Tag>{kindLabels[entry.subject]}</Tag>
          </span>
        </>
      )}
    </LogDays>
  )
}

function EntryText({ entry }: { entry: LoggedActivity }) {
  const { actor, does, subject } = sentenceOfEntry(entry)
  const [first, ...more] = changesInWords(entry)
  const isSelfExplanatory = first && !first.label && more.length === 0
  return (
    <div className={styles.text}>
      <p>
        <strong>{actor}</strong> {does} {subject && <RecordName entry={entry}>{subject}</RecordName>}
        {isSelfExplanatory && `: ${first.text}`}
      </p>
      {first && !isSelfExplanatory && (
        <Box component="dl" mt={4} c="dimmed">
          {[first, ...more].map(({ label, text }) => (
            <div key={label}>
              <Box component="dt" display="inline">
                {label}:
              </Box>{' '}
              <Box component="dd" display="inline">
                {text}
              </Box>
            </div>
          ))}
        </Box>
      )}
    </div>
  )
}

/** Where imported records are. */
const lists = { customers: '/customers', products: '/products', orders: '/orders' } as const

interface RecordNameProps {
  entry: LoggedActivity
  /** The record's name at the time. */
  children: string
}

/** The name of the record an entry is about, which leads to its page while it exists. */
function RecordName({ entry: { subject, record }, children }: RecordNameProps) {
  const { id = 0, name = '' } = record ?? {}
  const look = { style: { color: 'inherit', fontWeight: 600 }, children }
  if (subject === 'company' || subject === 'store') return <Link to="/settings" {...look} />
  const kind = record && subject
  if (kind === 'order') return <Link to="/orders" search={{ orderId: id }} {...look} />
  if (kind === 'customer') return <Link to="/customer-history" search={{ customerId: id }} {...look} />
  if (kind === 'event') return <Link to="/bookings/$id" params={{ id: String(id) }} {...look} />
  if (kind === 'booking')
    return <Link to="/bookings/$id" params={{ id: String(id) }} search={{ q: name || undefined }} {...look} />
  if (kind === 'waitlist')
    return <Link to="/bookings/$id" params={{ id: String(id) }} search={{ tab: 'waitlist' }} {...look} />
  if (kind === 'product') return <Link to="/products" search={{ productId: id }} {...look} />
  if (kind === 'customization' || kind === 'option')
    return <Link to="/products" search={{ tab: 'customizations', q: name }} {...look} />
  if (kind === 'template') return <Link to="/orders" search={{ tab: 'templates', q: name }} {...look} />
  if (kind === 'discount') return <Link to="/orders" search={{ tab: 'discounts', q: name }} {...look} />
  if (kind === 'tour') return <Link to="/events" search={{ tab: 'tours' }} {...look} />
  if (kind === 'import' && name === 'bookings')
    return <Link to="/bookings/$id" params={{ id: String(id) }} {...look} />
  if (kind === 'import' && name in lists) return <Link to={lists[name as keyof typeof lists]} {...look} />
  if (kind === 'user') return <Link to="/settings" {...look} />
  return <strong>{children}</strong>
}
