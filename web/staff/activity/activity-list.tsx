import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { useCompanyZone } from '../session/use-company-zone.ts'
import { Tag } from '../ui/list/tag.tsx'
import { activityDays } from './activity-days.ts'
import styles from './activity-list.module.css'
import { changesInWords, kindLabels, sentenceOfEntry } from './activity-words.ts'
import { RecordName } from './record-name.tsx'

interface ActivityListProps {
  entries: readonly LoggedActivity[]
  /** Whether these are the rows of the previous filter, shown while the new ones load. */
  outdated: boolean
}

/** The log grouped by day, latest first. */
export function ActivityList({ entries, outdated }: ActivityListProps) {
  const zone = useCompanyZone()
  return (
    <div className={styles.days} data-outdated={outdated} aria-busy={outdated}>
      {activityDays(entries, zone).map(({ heading, entries }) => (
        <section key={heading}>
          <h2 className={styles.heading}>{heading}</h2>
          <ul className={styles.list}>
            {entries.map(({ time, entry }) => (
              <li key={entry.id} className={styles.entry}>
                <time dateTime={entry.at}>{time}</time>
                <EntryText entry={entry} />
                <span className={styles.kind}>
                  <Tag>{kindLabels[entry.subject]}</Tag>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
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
        <dl>
          {[first, ...more].map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
