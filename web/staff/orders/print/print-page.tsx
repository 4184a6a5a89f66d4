import { Box, Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Letterhead } from '@trunkshow/contract/company/schema.ts'
import { formatDate, formatTime } from '@trunkshow/contract/dates.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { printScreen } from '@trunkshow/contract/orders/screens.ts'
import { formatAnswer } from '@trunkshow/contract/templates/fields.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { api, call } from '../../api/client.ts'
import { letterheadQuery } from '../../company/queries.ts'
import { ShippingAddress } from '../../customers/address-lines.tsx'
import { useCompanyZone } from '../../session/session-query.ts'
import { Notice, NotLoaded } from '../../ui/feedback/notice.tsx'
import { usePageTitle } from '../../ui/page/page-header.tsx'
import printed from '../../ui/page/printed.module.css'
import { tiles } from '../../ui/page/tiles.ts'
import { orderStatusWords } from '../../ui/page/words.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formerFields, lineDetails } from '../detail/form-details.tsx'
import { PriceTable } from '../order-section.tsx'
import styles from './print-page.module.css'

const route = getRouteApi('/orders/print')

const titles = { ticket: 'Work tickets', maker: 'Work tickets', slip: 'Packing slips' }

/** /orders/print: one printed page per order; opens the print dialog (docs/product.md, Printing). */
export function PrintPage() {
  const { kind = 'ticket', ...which } = printScreen.search.parse(route.useSearch())
  const orders = useQuery({
    queryKey: ['orders', 'print', which],
    queryFn: () => call(api.orders.details, { query: which }),
    staleTime: 0,
  })
  const letterhead = useQuery(letterheadQuery())
  const title = titles[kind]
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
      {!orders.data && <NotLoaded query={orders} noun="orders" />}
      {orders.data?.length === 0 && <Notice title="No orders found">They may have been deleted.</Notice>}
      {orders.data?.map((order) => (
        <Sheet key={order.id} kind={kind} order={order} letterhead={letterhead.data ?? null} />
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

interface SheetProps {
  /** What the workshop needs to make the order, for a maker without prices; or for its package, without internal notes. */
  kind: keyof typeof titles
  order: Order
  /** The company; null until its details are saved. */
  letterhead: Letterhead | null
}

function Sheet({ kind, order, letterhead }: SheetProps) {
  const { event, timeSlot, notes, template, formData } = order
  const date = formatDate(wallClock(new Date(order.createdAt), useCompanyZone()).date)
  const isTicket = kind !== 'slip'
  const prices = kind === 'ticket'
  const { neededBy, promisedOn } = order
  const former = formerFields(order).filter(({ id }) => formData[id])
  return (
    <article className={styles.sheet}>
      <SheetHead letterhead={letterhead} title={isTicket ? orderName(order) : 'Packing slip'}>
        {isTicket ? date : orderName(order)}
        <br />
        {isTicket ? orderStatusWords[order.status] : date}
      </SheetHead>
      <div style={tiles(180, 'var(--g4)', true)}>
        {isTicket && (
          <Part title="Customer">
            <p>
              <strong>{order.customerName}</strong>
            </p>
            <p>{order.customerEmail}</p>
            <p>{order.customerPhone}</p>
          </Part>
        )}
        <Part title="Ships to">
          {!isTicket && (
            <p>
              <strong>{order.customerName}</strong>
            </p>
          )}
          {order.customerAddress ? <ShippingAddress order={order} /> : <p>None</p>}
        </Part>
        {isTicket && (neededBy || promisedOn) && (
          <Part title="Dates">
            {promisedOn && <p>Promised {formatDate(promisedOn)}</p>}
            {neededBy && <p>Needed by {formatDate(neededBy)}</p>}
          </Part>
        )}
        {isTicket && event && (
          <Part title="Event">
            <p>{event.name}</p>
            {timeSlot && (
              <p>
                {formatDate(timeSlot.slotDate)}, {formatTime(timeSlot.startTime, timeSlot.zone)}
              </p>
            )}
          </Part>
        )}
      </div>
      <PlainTable
        className={styles.products}
        headed
        columns={['Item', 'SKU', 'Quantity']}
        rows={order.products
          .filter(({ productId }) => isTicket || productId !== null)
          .map((line) => [<LineWords key={line.id} line={line} prices={prices} />, line.sku, line.quantity])}
      />
      {/* Empty answers are left out to save paper. */}
      <Answers
        fields={shownFields(template.fields).filter(({ id }) => formData[id])}
        formData={formData}
        prices={prices}
      />
      {isTicket && (
        <>
          {former.length > 0 && (
            <Part title="No longer on the form">
              <Answers fields={former} formData={formData} prices={false} />
            </Part>
          )}
          {notes && (
            <Part title="Notes">
              <p style={{ whiteSpace: 'pre-line' }}>{notes}</p>
            </Part>
          )}
          <Pictures attachments={order.attachments} />
          {prices && (
            <Box w="min(320px, 100%)" ml="auto" style={{ breakInside: 'avoid' }}>
              <PriceTable price={order.price} />
            </Box>
          )}
        </>
      )}
    </article>
  )
}

/** A line's name, with what was chosen for it. */
function LineWords({ line, prices }: { line: Order['products'][number]; prices: boolean }) {
  return (
    <>
      {line.name}
      {lineDetails(line, prices).map(({ label, value }) => (
        <Text key={label} span display="block" fz="xs">
          {label}: {value}
        </Text>
      ))}
    </>
  )
}

type Titled = { title: string; children: ReactNode }

function Part({ title, children }: Titled) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Pictures({ attachments }: Pick<Order, 'attachments'>) {
  const pictures = attachments.filter(({ fileType }) => fileType.startsWith('image/'))
  const others = attachments.filter((attachment) => !pictures.includes(attachment))
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.pictures} style={tiles(160)}>
          {pictures.map(({ id, filePath, displayName }) => (
            <figure key={id}>
              <Picture source={filePath} />
              <Text component="figcaption" fz="xs">
                {displayName}
              </Text>
            </figure>
          ))}
        </div>
      )}
      {others.length > 0 && <p>Other files: {others.map(({ displayName }) => displayName).join(', ')}</p>}
    </>
  )
}

function Picture({ source }: { source: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <p>Image preview unavailable</p>
  return <img src={source} alt="" onError={() => setFailed(true)} />
}

/** The company's logo, name and address, beside what the sheet is. */
function SheetHead({ letterhead, title, children }: Pick<SheetProps, 'letterhead'> & Titled) {
  return (
    <Group component="header" gap="16px 24px" align="end" justify="space-between" className={styles.head}>
      {letterhead && (
        <Box flex="1 1 220px">
          {letterhead.logoUrl && (
            <Box component="img" display="block" maw={220} mah={72} mb="sm" src={letterhead.logoUrl} alt="" />
          )}
          <Text ff="heading" fz="xl" lh={1.15}>
            {letterhead.companyName}
          </Text>
          <Text fz="xs" style={{ whiteSpace: 'pre-line' }}>
            {[letterhead.companyAddress, letterhead.companyPhone].filter(Boolean).join('\n')}
          </Text>
        </Box>
      )}
      <div className={styles.sheetTitle}>
        <Title order={2} fz="var(--s4)" lh={1}>
          {title}
        </Title>
        <Text mt="xs" ta="right">
          {children}
        </Text>
      </div>
    </Group>
  )
}

interface AnswersProps extends Pick<Order, 'formData'> {
  fields: readonly TemplateField[]
  /** Whether to include an option's price. */
  prices: boolean
}

function Answers({ fields, formData, prices }: AnswersProps) {
  if (fields.length === 0) return null
  return (
    <dl className={styles.answers}>
      {fields.map((field) => (
        <div key={field.id}>
          <dt>{field.label}</dt>
          <dd>{formatAnswer(field, formData[field.id], prices)}</dd>
        </div>
      ))}
    </dl>
  )
}
