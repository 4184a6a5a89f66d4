import { Box, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import type { ReactNode } from 'react'
import { companyUsersQuery } from '../company/queries.ts'
import { useCompanyZone } from '../session/session-query.ts'
import grouped from '../ui/list/grouped-list.module.css'
import styles from './activity-list.module.css'

export interface EntryDays<Entry> {
  entries: readonly Entry[]
  /** Whether these are the rows of the previous filter, shown while the new ones load. */
  outdated: boolean
}

/** A log grouped by day, latest first: each entry with its time and what `children` makes of it. */
export function LogDays<Entry extends { id: number; at: string }>({
  entries,
  outdated,
  children,
}: EntryDays<Entry> & { children: (entry: Entry) => ReactNode }) {
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

interface ActivityDay<Entry> {
  heading: string
  entries: { time: string; entry: Entry }[]
}

/** Groups entries by day, in the given order, with their time of day on the company's clock. */
export function activityDays<Entry extends { at: string }>(
  entries: readonly Entry[],
  zone: Zone,
): ActivityDay<Entry>[] {
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

/** Filters a log by user. */
export function PersonFilter({ userId, onFilter }: PersonFilterProps) {
  const users = useQuery(companyUsersQuery()).data ?? []
  // The address may name a user who was removed.
  const unknown = userId !== undefined && !users.some(({ id }) => id === userId)
  return (
    <NativeSelect
      aria-label="Person"
      value={userId ?? ''}
      onChange={(change) => onFilter({ userId: Number(change.currentTarget.value) || undefined })}
      data={[
        { value: '', label: 'Everyone' },
        ...users
          .filter(({ state }) => state !== 'pending')
          .map(({ id, name }) => ({ value: String(id), label: name })),
        ...(unknown ? [{ value: String(userId), label: 'Removed user' }] : []),
      ]}
    />
  )
}
