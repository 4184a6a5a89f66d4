import { Button, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Letterhead } from '@trunkshow/contract/company/schema.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { printScreen } from '@trunkshow/contract/orders/screens.ts'
import { useEffect } from 'react'
import { sentenceOf } from '../../api/call-error.ts'
import { letterheadQuery } from '../../company/queries.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import printed from '../../ui/page/printed.module.css'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import { ShippingAddress } from '../detail/customer-details.tsx'
import { ordersToPrintQuery } from '../queries.ts'
import { formatOrderDay } from '../when-taken.ts'
import styles from './print-page.module.css'
import { PrintedAnswers, PrintedHead, PrintedProducts } from './printed-parts.tsx'
import { WorkTicket } from './work-ticket.tsx'

const route = getRouteApi('/orders/print')

const kinds = {
  ticket: { title: 'Work tickets', Sheet: WorkTicket },
  slip: { title: 'Packing slips', Sheet: PackingSlip },
}

/** /orders/print: one printed page per order; opens the print dialog (docs/product.md, Printing). */
export function PrintPage() {
  const { kind = 'ticket', ...which } = printScreen.search.parse(route.useSearch())
  const orders = useQuery(ordersToPrintQuery(which))
  const letterhead = useQuery(letterheadQuery())
  const { title, Sheet } = kinds[kind]
  usePageTitle(title)
  usePrintOnce(Boolean(orders.data?.length) && !letterhead.isPending)
  return (
    <main className={`${printed.printed} ${styles.page}`}>
      <Group justify="space-between" gap="md" mb="md" className={printed.screenOnly}>
        <Title order={1}>{title}</Title>
        <Button disabled={!orders.data?.length} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      {orders.isPending && <ListSkeleton label="Loading orders" />}
      {orders.isError && !orders.data && (
        <LoadFailure title="Couldn’t load orders" onRetry={orders.refetch}>
          {sentenceOf(orders.error)}
        </LoadFailure>
      )}
      {orders.data?.length === 0 && <Notice title="No orders found">They may have been deleted.</Notice>}
      {orders.data?.map((order) => (
        <Sheet key={order.id} order={order} letterhead={letterhead.data ?? null} />
      ))}
    </main>
  )
}

/** Delay before printing (docs/product.md, Printing). */
const BEFORE_PRINT_MS = 500

/** Prints the page once it is complete with all images. */
function usePrintOnce(complete: boolean) {
  useEffect(() => {
    if (!complete) return
    let timer: ReturnType<typeof setTimeout>
    let left = false
    const pictures = [...document.images].map((picture) => picture.decode().catch(() => undefined))
    void Promise.all(pictures).then(() => {
      if (!left) timer = setTimeout(() => window.print(), BEFORE_PRINT_MS)
    })
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [complete])
}

interface PackingSlipProps {
  order: Order
  /** The sender. */
  letterhead: Letterhead | null
}

/** Goes into the package: without prices or internal notes. */
function PackingSlip({ order, letterhead }: PackingSlipProps) {
  const zone = useCompanyZone()
  return (
    <article className={styles.sheet}>
      <PrintedHead letterhead={letterhead} title="Packing slip">
        {orderName(order)}
        <br />
        {formatOrderDay(order.createdAt, zone)}
      </PrintedHead>
      <div className={styles.facts}>
        <section>
          <h3>Ships to</h3>
          <p>
            <strong>{order.customerName}</strong>
          </p>
          {order.customerAddress ? <ShippingAddress order={order} /> : <p>Not provided</p>}
        </section>
      </div>
      <PrintedProducts products={order.products} />
      <PrintedAnswers order={order} />
    </article>
  )
}
