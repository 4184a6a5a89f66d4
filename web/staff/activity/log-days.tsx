import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import type { ReactNode } from 'react'
import { companyUsersQuery } from '../company/queries.ts'
import { useCompanyZone } from '../session/session-query.ts'
import grouped from '../ui/list/grouped-list.module.css'
import { ListFilter } from '../ui/list/list-screen.tsx'
import styles from './activity-list.module.css'

interface LogDaysProps<Entry> {
  entries: readonly Entry[]
  /** Whether these are the rows of the previous filter, shown while the new ones load. */
  outdated: boolean
  children: (entry: Entry) => ReactNode
}

/** A log grouped by day, latest first: each entry with its time and what `children` makes of it. */
export function LogDays<Entry extends { id: number; at: string }>(props: LogDaysProps<Entry>) {
  const { entries, outdated, children } = props
  const zone = useCompanyZone()
  return (
    <div className={grouped.groups} data-outdated={outdated} aria-busy={outdated}>
      {activityDays(entries, zone).map(({ heading, entries }) => (
        <section key={heading}>
          <h2 className={grouped.heading}>{heading}</h2>
          <ul>
            {entries.map(({ time, entry }) => (
              <li key={entry.id} className={styles.entry}>
                <Box component="time" c="dimmed" dateTime={entry.at}>
                  {time}
                </Box>
                {children(entry)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Groups entries by day, in the given order, with their time of day on the company's clock. */
export function activityDays<Entry extends { at: string }>(entries: readonly Entry[], zone: Zone) {
  const timed = entries.map((entry) => ({ ...wallClock(new Date(entry.at), zone), entry }))
  return [...Map.groupBy(timed, ({ date }) => date)].map(([date, entries]) => ({
    heading: formatDay(date),
    entries: entries.map(({ time, entry }) => ({ time: formatTime(time), entry })),
  }))
}

interface PersonFilterProps {
  userId: number | undefined
  onFilter: (change: { userId: number | undefined }) => void
}

export function PersonFilter({ userId, onFilter }: PersonFilterProps) {
  const users = useQuery(companyUsersQuery()).data ?? []
  const known = users.filter(({ state }) => state !== 'pending')
  // The address may name a user who was removed.
  const unknown = userId !== undefined && !users.some(({ id }) => id === userId)
  return (
    <ListFilter
      label="Person"
      value={userId?.toString()}
      choices={[
        ['', 'Everyone'],
        ...known.map(({ id, name }) => [String(id), name] as const),
        ...(unknown ? [[String(userId), 'Removed user'] as const] : []),
      ]}
      onChoose={(id) => onFilter({ userId: id ? Number(id) : undefined })}
    />
  )
}
