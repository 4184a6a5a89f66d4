import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { sentenceOf } from '../api/call-error.ts'
import { companyQuery } from '../company/queries.ts'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { PackingSlip } from './packing-slip.tsx'
import styles from './print-page.module.css'
import { ordersToPrintQuery } from './queries.ts'
import { usePrintOnce } from './use-print-once.ts'
import { WorkTicket } from './work-ticket.tsx'

const route = getRouteApi('/orders/print')

const kinds = {
  ticket: { title: 'Work tickets', Sheet: WorkTicket },
  slip: { title: 'Packing slips', Sheet: PackingSlip },
}

/** /orders/print: a page of paper for each order, and nothing else; it prints by itself (spec back-office §2, §9). */
export function PrintPage() {
  const { ids, kind = 'ticket', ...filter } = route.useSearch()
  const which = { ...filter, ids: ids?.split(',').map(Number) }
  const orders = useQuery(ordersToPrintQuery(which))
  const company = useQuery(companyQuery())
  const { title, Sheet } = kinds[kind]
  usePageTitle(title)
  usePrintOnce(Boolean(orders.data?.length) && !company.isPending)
  return (
    <main className={styles.page}>
      <div className={styles.tools}>
        <h1 className={styles.heading}>{title}</h1>
        <Button disabled={!orders.data?.length} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {orders.isPending && <ListSkeleton label="Loading orders" />}
      {orders.isError && !orders.data && (
        <LoadFailure title="Nothing to print" retrying={orders.isFetching} onRetry={orders.refetch}>
          {sentenceOf(orders.error)}
        </LoadFailure>
      )}
      {orders.data?.length === 0 && (
        <Notice title="No orders found">They may have been deleted meanwhile.</Notice>
      )}
      {orders.data?.map((order) => (
        <Sheet key={order.id} order={order} company={company.data ?? null} />
      ))}
    </main>
  )
}
