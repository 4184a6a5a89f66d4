import type { ReactNode } from 'react'
import { useCompanyZone } from '../session/session-query.ts'
import grouped from '../ui/list/grouped-list.module.css'
import { activityDays } from './activity-days.ts'
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
                <time dateTime={entry.at}>{time}</time>
                {children(entry)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
