import { Box } from '@mantine/core'
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router'
import { type ActivitySubject, activitySubjects } from '@trunkshow/contract/activity/rules.ts'
import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { activityScreen } from '@trunkshow/contract/activity/screens.ts'
import type { SectionName } from '@trunkshow/contract/company/screens.ts'
import { api, callPage } from '../api/client.ts'
import { LogPage } from '../shell/log-page.tsx'
import { ListFilter } from '../ui/list/list-screen.tsx'
import { Tag } from '../ui/page/words.tsx'
import styles from './activity-list.module.css'
import { changesInWords, sentenceOfEntry, subjectLabels } from './activity-words.ts'
import { LogDays, PersonFilter } from './log-days.tsx'

const route = getRouteApi('/signed-in/settings/activity')

/** /settings/activity: who did what and when, for admins. */
export function ActivityPage() {
  const filter = activityScreen.search.parse(route.useSearch())
  return (
    <LogPage
      title="Activity log"
      subtitle="Who did what, and when."
      right="company.manage"
      refusal="Only admins can see the activity log"
      queryKey={['activity']}
      filter={filter}
      load={(query) => callPage(api.activity.list, { query })}
      noun="activity"
      failed="Couldn’t load the activity log"
      filters={(changeFilter) => (
        <>
          <PersonFilter userId={filter.userId} onFilter={changeFilter} />
          <ListFilter
            label="Type"
            value={filter.subject}
            choices={[
              ['', 'All activity'],
              ...activitySubjects.map((subject) => [subject, subjectLabels[subject][1]] as const),
            ]}
            onChoose={(subject) => changeFilter({ subject })}
          />
        </>
      )}
      filtered={{ title: 'No activity found', label: 'Show all activity' }}
      empty={{ title: 'No activity yet', children: 'Changes you and your team make show up here.' }}
    >
      {(entries, outdated) => (
        <LogDays entries={entries} outdated={outdated}>
          {(entry) => (
            <>
              <EntryText entry={entry} />
              <span>
                <Tag>{subjectLabels[entry.subject][0]}</Tag>
              </span>
            </>
          )}
        </LogDays>
      )}
    </LogPage>
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

type RecordLink = (id: number, name: string) => LinkProps | undefined

const toEvent: RecordLink = (id) => ({ to: '/bookings/$id', params: { id: String(id) } })
const toSettings = (section: SectionName) => () =>
  ({ to: '/settings/$section', params: { section } }) as const

const links: Record<ActivitySubject, RecordLink> = {
  company: toSettings('company'),
  measurementSet: toSettings('measurements'),
  store: toSettings('store'),
  user: toSettings('team'),
  order: (orderId) => ({ to: '/orders', search: { orderId } }),
  customer: (customerId) => ({ to: '/customer-history', search: { customerId } }),
  event: toEvent,
  booking: (bookingId) => ({ to: '/customer-history', search: { bookingId } }),
  waitlist: (waitlistEntryId) => ({ to: '/customer-history', search: { waitlistEntryId } }),
  product: (productId) => ({ to: '/products', search: { productId } }),
  customization: (_, q) => ({ to: '/products', search: { tab: 'customizations', q } }),
  option: (_, q) => ({ to: '/products', search: { tab: 'customizations', q } }),
  template: (_, q) => ({ to: '/orders', search: { tab: 'templates', q } }),
  discount: (_, q) => ({ to: '/orders', search: { tab: 'discounts', q } }),
  tour: () => ({ to: '/events', search: { tab: 'tours' } }),
  import: (id, list) => {
    if (list === 'bookings') return toEvent(id, list)
    return list === 'customers' || list === 'products' || list === 'orders' ? { to: `/${list}` } : undefined
  },
}

/** The name of the record an entry is about, which leads to its page while it exists. */
function RecordName({ entry, children }: { entry: LoggedActivity; children: string }) {
  const { subject, record } = entry
  const hasPage = record || subject === 'company' || subject === 'store'
  const link = hasPage && links[subject](record?.id ?? 0, record?.name ?? '')
  if (!link) return <strong>{children}</strong>
  return (
    <Link {...link} style={{ color: 'inherit', fontWeight: 600 }}>
      {children}
    </Link>
  )
}
