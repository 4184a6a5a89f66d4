import '@mantine/core/styles/Combobox.layer.css'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ActivitySubject, activitySubjects } from '@trunkshow/contract/activity/rules.ts'
import { companyUsersQuery } from '../company/queries.ts'
import styles from './activity-filters.module.css'
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
  const users = useQuery(companyUsersQuery()).data ?? []
  // The address may name a user who was removed.
  const unknown = filter.userId !== undefined && !users.some(({ id }) => id === filter.userId)
  return (
    <search className={styles.filters}>
      <NativeSelect
        aria-label="Person"
        value={filter.userId ?? ''}
        onChange={(change) => onFilter({ userId: Number(change.currentTarget.value) || undefined })}
        data={[
          { value: '', label: 'Everyone' },
          ...users
            .filter(({ state }) => state !== 'pending')
            .map(({ id, name }) => ({ value: String(id), label: name })),
          ...(unknown ? [{ value: String(filter.userId), label: 'Removed user' }] : []),
        ]}
      />
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
    </search>
  )
}
