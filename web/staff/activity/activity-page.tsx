import { Group, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ActivitySubject, activitySubjects } from '@trunkshow/contract/activity/rules.ts'
import { activityScreen } from '@trunkshow/contract/activity/screens.ts'
import { timesSentence, useCompanyZone, useMayDo } from '../session/session-query.ts'
import { EmptyList } from '../ui/list/empty-list.tsx'
import { LogPage } from '../ui/list/log-page.tsx'
import { PagedList } from '../ui/list/paged-list.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { ActivityList } from './activity-list.tsx'
import { PersonFilter } from './log-days.tsx'
import { type ActivityFilter, activityQuery } from './queries.ts'

const route = getRouteApi('/signed-in/settings/activity')

/** /settings/activity: who did what and when, for admins. */
export function ActivityPage() {
  const maySee = useMayDo('company.manage')
  return (
    <LogPage
      title="Activity log"
      subtitle={`Who did what, and when. ${timesSentence(useCompanyZone(), new Date())}`}
      maySee={maySee}
      refusal="Only admins can see the activity log"
    >
      <Log />
    </LogPage>
  )
}

function Log() {
  const filter = activityScreen.search.parse(route.useSearch())
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(activityQuery(filter))
  const changeSearch = (change: ActivityFilter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  return (
    <>
      <ActivityFilters filter={filter} onFilter={changeSearch} />
      <PagedList
        list={list}
        noun="activity"
        failureTitle="Couldn’t load the activity log"
        empty={
          <EmptyList
            noun="activity"
            filtered={
              (filter.userId !== undefined || filter.subject !== undefined) && {
                text: 'Try a different filter.',
                onClear: () => changeSearch({ userId: undefined, subject: undefined }),
              }
            }
            title="No activity yet"
          >
            Changes you and your team make show up here.
          </EmptyList>
        }
      >
        {(entries, outdated) => entries.length > 0 && <ActivityList entries={entries} outdated={outdated} />}
      </PagedList>
    </>
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

interface ActivityFiltersProps {
  filter: ActivityFilter
  onFilter: (change: ActivityFilter) => void
}

/** Filters by user and by kind of record. */
function ActivityFilters({ filter, onFilter }: ActivityFiltersProps) {
  return (
    <Group component="search" mb="md" className={surfaces.filters}>
      <PersonFilter userId={filter.userId} onFilter={onFilter} />
      <NativeSelect
        aria-label="Type"
        value={filter.subject ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ subject: activitySubjects.find((subject) => subject === value) })
        }
        data={[
          { value: '', label: 'All activity' },
          ...activitySubjects.map((subject) => ({ value: subject, label: subjectLabels[subject] })),
        ]}
      />
    </Group>
  )
}
