import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import {
  adminUrlOf,
  type OperationKind,
  type OperationState,
  operationKinds,
} from '@trunkshow/contract/shopify/rules.ts'
import type { ShopifyLog } from '@trunkshow/contract/shopify/schema.ts'
import { shopifyLogScreen } from '@trunkshow/contract/shopify/screens.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { api, call, callPage } from '../api/client.ts'
import { useCompanyZone } from '../session/session-query.ts'
import { LogPage } from '../shell/log-page.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { ListFilter } from '../ui/list/list-screen.tsx'
import styles from '../ui/list/log.module.css'
import { OutsideLink } from '../ui/page/page-header.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietButton, Soft, SubtleButton, Tag } from '../ui/page/words.tsx'
import { operationToasts, settleOperation, storeQuery } from './queries.ts'

const route = getRouteApi('/signed-in/settings/shopify')

const kinds = Object.keys(operationKinds) as OperationKind[]
const outcomes = ['done', 'failed', 'queued', 'unknown'] as const

/** /settings/shopify: what was sent to Shopify and its result, for admins (docs/product.md, The Shopify log). */
export function ShopifyLogPage() {
  const filter = shopifyLogScreen.search.parse(route.useSearch())
  return (
    <LogPage
      title="Shopify log"
      subtitle="What we sent to your store and what happened."
      right="shopify.manage"
      refusal="The Shopify log is for admins"
      queryKey={reloads}
      filter={filter}
      load={(query) => callPage(api.shopify.logs, { query })}
      noun="the Shopify log"
      filters={(changeFilter, [first]) => (
        <>
          <ListFilter
            label="Operation"
            value={filter.operation}
            choices={[
              ['', 'All operations'],
              ...kinds.map((kind) => [kind, operationKinds[kind].does] as const),
            ]}
            onChoose={(operation) => changeFilter({ operation })}
          />
          <ListFilter
            label="Outcome"
            value={filter.status}
            choices={[
              ['', 'All outcomes'],
              ...outcomes.map((outcome) => [outcome, stateWords[outcome].label] as const),
            ]}
            onChoose={(status) => changeFilter({ status })}
          />
          {filter.orderId && (
            <QuietButton onClick={() => changeFilter({ orderId: undefined })}>
              {first?.subjectName ?? 'This order'}: show all
            </QuietButton>
          )}
        </>
      )}
      empty={{
        title: 'Nothing sent yet',
        children: 'Send an order or product to your store, or import its catalog, and it shows up here.',
      }}
    >
      {(logs, outdated) => (
        <div className={styles.frame}>
          <ul className={`${surfaces.sheet} ${styles.list}`} data-outdated={outdated} aria-busy={outdated}>
            {logs.map((log) => (
              <LogLine key={log.id} log={log} />
            ))}
          </ul>
        </div>
      )}
    </LogPage>
  )
}

const stateWords = {
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  queued: { label: 'Waiting', tone: 'plain' },
  sending: { label: 'Sending', tone: 'plain' },
  unknown: { label: 'Checking', tone: 'warn' },
} as const satisfies Record<OperationState, { label: string; tone: string }>

function LogLine({ log }: { log: ShopifyLog }) {
  const { data: store } = useQuery(storeQuery())
  const { operationId, createdAt, operation, subjectName, status, message, userName, remoteId, offers } = log
  // Retries a failed operation, or checks now on one whose outcome is unknown.
  const retry = useReportedCall({
    call: () => settleOperation(call(api.shopify.retry, { params: { id: operationId } })),
    ...operationToasts[operation],
    reloads,
  })
  const { date, time } = wallClock(new Date(createdAt), useCompanyZone())
  const url = adminUrlOf(store?.adminBaseUrl ?? null, remoteId)
  return (
    <li className={styles.line}>
      <Box component="time" c="dimmed" dateTime={createdAt}>
        {formatShortDate(date)}, {formatTime(time)}
      </Box>
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
          <SubtleButton disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
            {offers === 'retry' ? 'Retry' : 'Check again'}
          </SubtleButton>
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

const reloads = ['shopify', 'logs']
