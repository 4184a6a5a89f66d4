import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { adminUrlOf, type OperationState, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import type { ShopifyLog } from '@trunkshow/contract/shopify/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useCompanyZone } from '../session/use-company-zone.ts'
import styles from '../ui/list/log.module.css'
import { Tag } from '../ui/list/tag.tsx'
import { OutsideLink } from '../ui/page/outside-link.tsx'
import { Soft } from '../ui/page/soft.tsx'
import { useRetry } from './log-queries.ts'
import { storeQuery } from './queries.ts'

/** Each status with its label and color. */
export const stateWords = {
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  queued: { label: 'Waiting', tone: 'plain' },
  sending: { label: 'Sending', tone: 'plain' },
  unknown: { label: 'Checking', tone: 'warn' },
} as const satisfies Record<OperationState, { label: string; tone: string }>

interface LogListProps {
  logs: readonly ShopifyLog[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
}

/** The Shopify operations, latest first. */
export function LogList({ logs, outdated }: LogListProps) {
  return (
    <div className={styles.frame}>
      <ul className={styles.list} data-outdated={outdated} aria-busy={outdated}>
        {logs.map((log) => (
          <LogLine key={log.id} log={log} />
        ))}
      </ul>
    </div>
  )
}

function LogLine({ log }: { log: ShopifyLog }) {
  const { data: store } = useQuery(storeQuery())
  const retry = useRetry(log)
  const { createdAt, operation, subjectName, status, message, userName, remoteId, offers } = log
  const { date, time } = wallClock(new Date(createdAt), useCompanyZone())
  const url = adminUrlOf(store?.adminBaseUrl ?? null, remoteId)
  return (
    <li className={styles.line}>
      <time dateTime={createdAt}>
        {formatShortDate(date)}, {formatTime(time)}
      </time>
      <div className={styles.words}>
        <Text>
          {operationKinds[operation].does}: <strong>{subjectName}</strong>
          {userName && <Soft> by {userName}</Soft>}
        </Text>
        <Text c={status === 'failed' ? 'bad' : undefined}>{message}</Text>
      </div>
      <div className={styles.state}>
        <Tag tone={stateWords[status].tone}>{stateWords[status].label}</Tag>
      </div>
      <div className={styles.ways}>
        {offers && (
          <Button variant="subtle" disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
            {offers === 'retry' ? 'Retry' : 'Check again'}
          </Button>
        )}
        {url && (
          <OutsideLink href={url} variant="subtle">
            Open in Shopify
          </OutsideLink>
        )}
      </div>
    </li>
  )
}
