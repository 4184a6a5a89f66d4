import { Group, NativeSelect } from '@mantine/core'
import { type ActivitySubject, activitySubjects } from '@trunkshow/contract/activity/rules.ts'
import surfaces from '../ui/page/surfaces.module.css'
import { PersonFilter } from './person-filter.tsx'
import type { ActivityFilter } from './queries.ts'

const subjectLabels: Record<ActivitySubject, string> = {
  company: 'Company details',
  user: 'Users and roles',
  tour: 'Tours',
  event: 'Events and time slots',
  booking: 'Bookings',
  waitlist: 'Waitlists',
  customer: 'Customers',
  product: 'Products and customizations',
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
export function ActivityFilters({ filter, onFilter }: ActivityFiltersProps) {
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
