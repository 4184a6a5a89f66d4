import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { Tag } from '../ui/list/tag.tsx'
import styles from './activity-list.module.css'
import { changesInWords, kindLabels, sentenceOfEntry } from './activity-words.ts'
import { type EntryDays, LogDays } from './log-days.tsx'
import { RecordName } from './record-name.tsx'

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
