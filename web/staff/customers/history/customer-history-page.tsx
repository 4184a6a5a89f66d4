import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { api } from '@trunkshow/contract/api.ts'
import { attendanceLabels } from '@trunkshow/contract/bookings/rules.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import { type HistoryBooking, isPast, type Person } from '@trunkshow/contract/customers/schema.ts'
import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
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
import { BackLink, ButtonLink, MailLink, PageHeader, PhoneLink } from '../../ui/page/page-header.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { AddressList } from '../card/addresses.tsx'
import { bookingsOfQuery, ordersOfQuery, personQuery } from '../queries.ts'
import styles from './history.module.css'

const route = getRouteApi('/signed-in/customer-history')

const backToCustomers = <BackLink to="/customers">Back to Customers</BackLink>

/**
 * /customer-history?customerId={id}: one who booked, waits or ordered (docs/product.md, History). A guest who isn't a
 * customer opens by `bookingId` or `waitlistEntryId`.
 */
export function CustomerHistoryPage() {
  const who = route.useSearch()
  const isSelected = Object.values(who).some((id) => id !== undefined)
  const query = useQuery({ ...personQuery(who), enabled: isSelected })
  const person = query.data
  const customerId = person?.customer?.id
  if (customerId !== undefined && who.customerId === undefined)
    return <Navigate to="/customer-history" search={{ customerId }} replace />
  if (person) return <History key={JSON.stringify(who)} who={who} person={person} />
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

interface HistoryProps {
  who: WhichPerson
  person: Person
}

function History({ who, person }: HistoryProps) {
  const { customer, name, emails, phone, orders, bookings, completed, spent, noShows, waits } = person
  useLiveOrders()
  const [dialog, setDialog] = useState<ReactNode>()
  const mayResend = useMayDo('bookings.manage')
  const isKnown = customer !== null && !isErased(customer)
  // Exports all data stored about them, to hand over to them.
  const mayGive = useMayDo('orders.delete') && isKnown
  return (
    <>
      <PageHeader title={name} subtitle={<Contact emails={emails} phone={phone} />} back={backToCustomers}>
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
      <Counters
        counters={[
          ['Total Orders', orders],
          ['Total Bookings', bookings],
          ['Completed Activities', completed],
          ['Spent', formatMoney(spent)],
          ['No-shows', noShows],
        ]}
      />
      <Stack gap="xl">
        {waits.length > 0 && <Waits waits={waits} />}
        <Bookings who={who} />
        {customer && <Orders customerId={customer.id} />}
        {isKnown && (
          <Part title="Addresses">
            <AddressList customer={customer} onDialog={setDialog} />
          </Part>
        )}
        <Part title="Emails">
          <EmailsOf about={emailsAbout(who)} mayResend={mayResend} />
        </Part>
      </Stack>
      {dialog}
    </>
  )
}

const emailsAbout = ({ customerId, bookingId, waitlistEntryId }: WhichPerson) => ({
  customerId,
  guestOfBooking: bookingId,
  guestOfWait: waitlistEntryId,
})

/** How to reach a person, by email or phone. */
function Contact({ emails, phone }: Pick<Person, 'emails' | 'phone'>) {
  return (
    <Group component="span" gap="4px 16px">
      {emails.map((email) => (
        <MailLink key={email} email={email} />
      ))}
      <PhoneLink phone={phone} />
    </Group>
  )
}

function Bookings({ who }: Pick<HistoryProps, 'who'>) {
  const bookings = useInfiniteQuery(bookingsOfQuery(who))
  return (
    <Records list={bookings} noun="bookings" title="Booking History" none="Their bookings appear here.">
      {(booking) => <BookingRow key={booking.id} booking={booking} />}
    </Records>
  )
}

function Orders({ customerId }: { customerId: number }) {
  const orders = useInfiniteQuery(ordersOfQuery(customerId))
  return (
    <Records list={orders} noun="orders" title="Order History" none="This customer’s orders appear here.">
      {(order) => <OrderRow key={order.id} order={order} />}
    </Records>
  )
}

/** The waitlists that a person is on. */
function Waits({ waits }: Pick<Person, 'waits'>) {
  const zone = useCompanyZone()
  return (
    <Part title="Waitlist">
      <ul className={surfaces.sheet}>
        {waits.map(({ id, event, isOffered, createdAt }) => (
          <li key={id} className={styles.row}>
            <b>
              <Link to="/bookings/$id" params={{ id: String(event.id) }} search={{ tab: 'waitlist' }}>
                {event.name}
              </Link>
            </b>
            <Soft>Since {formatShortDate(wallClock(new Date(createdAt), zone).date)}</Soft>
            <Tag tone={isOffered ? 'warn' : 'plain'}>{isOffered ? 'Offered' : 'Waiting'}</Tag>
          </li>
        ))}
      </ul>
    </Part>
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
  const { attendance } = booking
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
      ) : attendance ? (
        <Tag tone={attendance === 'arrived' ? 'good' : 'warn'}>{attendanceLabels[attendance]}</Tag>
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
