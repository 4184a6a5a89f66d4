import { Box } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ActivitySubject, activitySubjects } from '@trunkshow/contract/activity/rules.ts'
import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { activityScreen } from '@trunkshow/contract/activity/screens.ts'
import { api } from '@trunkshow/contract/api.ts'
import { callPage } from '../api/client.ts'
import { pagedQuery } from '../api/paged-query.ts'
import { timesSentence, useCompanyZone, useMayDo } from '../session/session-query.ts'
import { ListFilter } from '../ui/list/list-screen.tsx'
import { LogPage } from '../ui/list/log-page.tsx'
import { Tag } from '../ui/list/tag.tsx'
import styles from './activity-list.module.css'
import { changesInWords, kindLabels, sentenceOfEntry } from './activity-words.ts'
import { LogDays, PersonFilter } from './log-days.tsx'

const route = getRouteApi('/signed-in/settings/activity')

/** /settings/activity: who did what and when, for admins. */
export function ActivityPage() {
  const maySee = useMayDo('company.manage')
  const filter = activityScreen.search.parse(route.useSearch())
  const navigate = route.useNavigate()
  const query = pagedQuery(
    ['activity', filter],
    (cursor) => callPage(api.activity.list, { query: { ...filter, cursor } }),
    { staleTime: 0 },
  )
  const list = useInfiniteQuery({ ...query, enabled: maySee })
  const changeSearch = (change: typeof filter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  return (
    <LogPage
      title="Activity log"
      subtitle={`Who did what, and when. ${timesSentence(useCompanyZone(), new Date())}`}
      maySee={maySee}
      refusal="Only admins can see the activity log"
      list={list}
      noun="activity"
      failed="Couldn’t load the activity log"
      filters={
        <>
          <PersonFilter userId={filter.userId} onFilter={changeSearch} />
          <ListFilter
            label="Type"
            value={filter.subject}
            choices={[
              ['', 'All activity'],
              ...activitySubjects.map((subject) => [subject, subjectLabels[subject]] as const),
            ]}
            onChoose={(subject) => changeSearch({ subject })}
          />
        </>
      }
      empty={{
        filtered: (filter.userId !== undefined || filter.subject !== undefined) && {
          text: 'Try a different filter.',
          onClear: () => changeSearch({ userId: undefined, subject: undefined }),
        },
        title: 'No activity yet',
        children: 'Changes you and your team make show up here.',
      }}
    >
      {(entries, outdated) => (
        <LogDays entries={entries} outdated={outdated}>
          {(entry) => (
            <>
              <EntryText entry={entry} />
              <span>
                <Tag>{kindLabels[entry.subject]}</Tag>
              </span>
            </>
          )}
        </LogDays>
      )}
    </LogPage>
  )
}

const subjectLabels: Record<ActivitySubject, string> = {
  company: 'Company details',
  user: 'Users and roles',
  tour: 'Tours',
  event: 'Events and time slots',
  booking: 'Bookings',
  waitlist: 'Waitlists',
  customer: 'Customers',
  product: 'Products',
  customization: 'Customizations',
  option: 'Customization options',
  template: 'Order templates',
  discount: 'Discount codes',
  order: 'Orders',
  import: 'Imports',
  store: 'Store platform integration',
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
