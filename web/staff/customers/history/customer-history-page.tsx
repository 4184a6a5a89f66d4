import { Box, Button, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '@trunkshow/contract/api.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import { type Customer, fullName, type HistoryBooking, isPast } from '@trunkshow/contract/customers/schema.ts'
import { formatDay, formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useId, useState } from 'react'
import { useLiveOrders } from '../../api/query-client.ts'
import { EmailsOf } from '../../emails/emails-of.tsx'
import { useCompanyZone, useMayDo } from '../../session/session-query.ts'
import { Notice, NotLoaded } from '../../ui/feedback/notice.tsx'
import { PagedList, type PagedListProps } from '../../ui/list/list-screen.tsx'
import { OrderStatusTag, Soft, Tag } from '../../ui/list/words.tsx'
import { Counters } from '../../ui/page/facts.tsx'
import { BackLink, ButtonLink, PageHeader } from '../../ui/page/page-header.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { AddressList } from '../card/addresses.tsx'
import { bookingsOfQuery, customerQuery, ordersOfQuery, totalsQuery } from '../queries.ts'
import styles from './history.module.css'

const route = getRouteApi('/signed-in/customer-history')

const backToCustomers = <BackLink to="/customers">Back to Customers</BackLink>

/** /customer-history?customerId={id}: a customer's orders, bookings, addresses and emails (docs/product.md, History). */
export function CustomerHistoryPage() {
  const { customerId } = route.useSearch()
  const isSelected = customerId !== undefined
  const query = useQuery({ ...customerQuery(customerId ?? 0), enabled: isSelected })
  if (query.data) return <History key={query.data.id} customer={query.data} />
  return (
    <>
      <PageHeader title="Customer History" back={backToCustomers} />
      {isSelected ? (
        <NotLoaded
          query={query}
          noun="history"
          failed="Couldn’t load the customer"
          missing={
            <Notice title={customerMessages.notFound}>
              They may have been deleted, or the link may be wrong.
            </Notice>
          }
        />
      ) : (
        <Notice title="No Customer Selected">Select a customer to see their history.</Notice>
      )}
    </>
  )
}

function History({ customer }: { customer: Customer }) {
  const totals = useQuery(totalsQuery(customer.id))
  useLiveOrders()
  const orders = useInfiniteQuery(ordersOfQuery(customer.id))
  const bookings = useInfiniteQuery(bookingsOfQuery(customer))
  const [dialog, setDialog] = useState<ReactNode>()
  const mayResend = useMayDo('bookings.manage')
  // Exports all data stored about them, to hand over to them.
  const mayGive = useMayDo('orders.delete') && !isErased(customer)
  return (
    <>
      <PageHeader
        title={fullName(customer)}
        subtitle={[customer.email, ...customer.alsoEmails, customer.phone].filter(Boolean).join(' · ')}
        back={backToCustomers}
      >
        {mayGive && (
          <Button
            component="a"
            download
            href={urlOf(api.privacy.customerData.path, { id: customer.id }, {})}
            variant="default"
          >
            Download data
          </Button>
        )}
      </PageHeader>
      {totals.isError && !totals.data ? (
        <Box mb="lg">
          <NotLoaded query={totals} noun="totals" failed="Couldn’t load the totals" />
        </Box>
      ) : (
        <Counters
          counters={[
            ['Total Orders', totals.data?.orders],
            ['Total Bookings', totals.data?.bookings],
            ['Completed Activities', totals.data?.completed],
          ]}
        />
      )}
      <Stack gap="xl">
        <Records list={orders} noun="orders" title="Order History" none="This customer’s orders appear here.">
          {(order) => <OrderRow key={order.id} order={order} />}
        </Records>
        <Records
          list={bookings}
          noun="bookings"
          title="Booking History"
          none="Bookings made with this customer’s email appear here."
        >
          {(booking) => <BookingRow key={booking.id} booking={booking} />}
        </Records>
        {!isErased(customer) && (
          <Part title="Addresses">
            <AddressList customer={customer} onDialog={setDialog} />
          </Part>
        )}
        <Part title="Emails">
          <EmailsOf about={{ customerId: customer.id }} mayResend={mayResend} />
        </Part>
      </Stack>
      {dialog}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} id={titleId} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}

interface RecordsProps<Row> extends Pick<PagedListProps<Row>, 'list' | 'noun'> {
  title: string
  /** What an empty list is for. */
  none: string
  children: (row: Row) => ReactNode
}

/** A customer's orders or bookings, latest first. */
function Records<Row>({ list, noun, title, none, children }: RecordsProps<Row>) {
  return (
    <PagedList list={list} noun={noun} empty={<Notice title={`No ${noun} yet`}>{none}</Notice>}>
      {(rows) =>
        rows.length > 0 && (
          <Part title={title}>
            <ul className={surfaces.sheet}>{rows.map(children)}</ul>
          </Part>
        )
      }
    </PagedList>
  )
}

function BookingRow({ booking }: { booking: HistoryBooking }) {
  const { slotDate, startTime, zone, event } = booking.timeSlot
  return (
    <li className={styles.row}>
      <p>
        <b>
          <Link to="/bookings/$id" params={{ id: String(event.id) }}>
            {event.name}
          </Link>
        </b>
        {event.location && <Soft>{event.location}</Soft>}
      </p>
      <p>
        {formatDay(slotDate)}, {formatTime(startTime, zone)}
      </p>
      <Text c="dimmed">{booking.attendeeName}</Text>
      {booking.notes && <p className={styles.notes}>{booking.notes}</p>}
      {booking.status === 'cancelled' ? (
        <Tag>Cancelled</Tag>
      ) : isPast(booking, new Date()) ? (
        <Tag tone="good">Completed</Tag>
      ) : (
        <Tag tone="accent">Upcoming</Tag>
      )}
    </li>
  )
}

function OrderRow({ order }: { order: OrderSummary }) {
  const zone = useCompanyZone()
  const { id, orderNumber, items, createdAt, total, status, event } = order
  return (
    <li className={styles.row} data-kind="order">
      <p>
        <strong>{items}</strong>
        <Soft>{event?.name ?? 'No event'}</Soft>
      </p>
      <p>
        {orderName(order)}
        <Soft>{formatShortDate(wallClock(new Date(createdAt), zone).date)}</Soft>
      </p>
      <p className={styles.price}>{formatMoney(total)}</p>
      <OrderStatusTag status={status} />
      <ButtonLink
        to="/orders"
        search={{ orderId: id }}
        variant="subtle"
        size="compact-sm"
        aria-label={`View details of order #${orderNumber}`}
      >
        View Details
      </ButtonLink>
    </li>
  )
}
