import { Box, Button, Card, Group, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { attendanceLabels } from '@trunkshow/contract/bookings/rules.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import { type HistoryBooking, isPast, type Person } from '@trunkshow/contract/customers/schema.ts'
import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import { formatDay, formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { orderName, splitName } from '@trunkshow/contract/orders/rules.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { erasedNames } from '@trunkshow/contract/privacy/messages.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../api/client.ts'
import { useLiveOrders } from '../api/query-client.ts'
import { AssigneeField } from '../company/assignee-field.tsx'
import { AddressList } from '../customers/card/addresses.tsx'
import { CustomerDialog, CustomerMenu, downloadOf } from '../customers/card/customer-actions.tsx'
import { Tags } from '../customers/card/tags.tsx'
import { bookingsOfQuery, ordersOfQuery, personQuery } from '../customers/queries.ts'
import { EmailsOf } from '../emails/emails-of.tsx'
import { FollowUpsOf } from '../follow-ups/follow-ups-of.tsx'
import { MeasurementsSection } from '../measurements/measurements-section.tsx'
import { EraseDialog } from '../privacy/erase-dialog.tsx'
import { useCompanyZone, useMayDo } from '../session/session-query.ts'
import { Notice, NotLoaded } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { lazy } from '../ui/lazy/lazy.tsx'
import { PagedList, type PagedListProps } from '../ui/list/list-screen.tsx'
import { Counters } from '../ui/page/facts.tsx'
import { BackLink, ButtonLink, Contact, PageHeader } from '../ui/page/page-header.tsx'
import { Section } from '../ui/page/section.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { OrderStatusTag, QuietButton, QuietText, Soft, Tag } from '../ui/page/words.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import styles from './history.module.css'

const BookPersonDialog = lazy(() => import('./book-person-dialog.tsx'), 'BookPersonDialog')
const CreateOrderDialog = lazy(() => import('../orders/form/create-order-dialog.tsx'), 'CreateOrderDialog')

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
  const { customer, name, emails, phone, orders, completed, spent, paid, due, noShows, waits } = person
  useLiveOrders()
  const [dialog, setDialog] = useState<ReactNode>()
  const mayResend = useMayDo('bookings.manage')
  const isKnown = customer !== null && !isErased(customer)
  const bookings = useInfiniteQuery(bookingsOfQuery(who))
  return (
    <>
      <PageHeader title={name} subtitle={<Contact emails={emails} phone={phone} />} back={backToCustomers}>
        <PersonButtons who={who} person={person} bookings={bookings} onDialog={setDialog} />
      </PageHeader>
      {customer && (customer.tags || customer.isArchived) && (
        <Group gap={6} mb="lg">
          {customer.isArchived && <Tag>{isKnown ? 'Archived' : 'Erased'}</Tag>}
          <Tags tags={customer.tags} />
        </Group>
      )}
      {isKnown && (
        <Box mb="lg" maw={260}>
          <AssigneeField of="customers" id={customer.id} assignee={customer.assignee} />
        </Box>
      )}
      <Counters
        counters={[
          ['Total Orders', orders],
          ['Total Bookings', person.bookings],
          ['Completed Activities', completed],
          ['Spent', formatMoney(spent)],
          ['Paid', formatMoney(paid)],
          ['Due', formatMoney(due), Number(due) > 0],
          ['No-shows', noShows],
        ]}
      />
      <Stack gap="xl">
        {customer?.notes && (
          <Section title="Notes">
            <p className={surfaces.note}>{customer.notes}</p>
          </Section>
        )}
        <FollowUpsOf
          who={customer ? { customerId: customer.id } : who}
          person={person}
          isCurrent={customer ? isKnown : name !== erasedNames.guest}
          onDialog={setDialog}
        />
        {waits.length > 0 && <Waits waits={waits} />}
        {customer && <Orders customerId={customer.id} />}
        {isKnown && <MeasurementsSection customerId={customer.id} onDialog={setDialog} />}
        <Records list={bookings} noun="bookings" title="Booking History" none="Their bookings appear here.">
          {(booking) => <BookingRow key={booking.id} booking={booking} />}
        </Records>
        {isKnown && (
          <Section title="Addresses">
            <Card display="block">
              <AddressList customer={customer} onDialog={setDialog} />
            </Card>
          </Section>
        )}
        <Section title="Emails">
          <EmailsOf about={emailsAbout(who)} mayResend={mayResend} />
        </Section>
      </Stack>
      {dialog}
    </>
  )
}

interface PersonButtonsProps extends HistoryProps {
  /** Latest first. */
  bookings: { data?: { rows: readonly HistoryBooking[] } | undefined; isPending: boolean }
  onDialog: (dialog: ReactNode) => void
}

function PersonButtons({ who, person, bookings, onDialog }: PersonButtonsProps) {
  const { customer, name } = person
  const mayBook = useMayDo('bookings.manage')
  const mayEdit = useMayDo('orders.edit')
  const mayErase = useMayDo('orders.delete')
  const close = () => onDialog(null)
  const isCurrent = customer ? !customer.isArchived : name !== erasedNames.guest
  const booked = customer ? undefined : bookings.data?.rows.find(({ status }) => status === 'active')
  return (
    <>
      {customer ? (
        <CustomerMenu customer={customer} onDialog={onDialog} isOpen />
      ) : (
        <RowMenu
          name={name}
          tasks={[
            mayErase && isCurrent && downloadOf(who),
            mayErase &&
              isCurrent && {
                label: 'Erase',
                danger: true,
                onRun: () => onDialog(<EraseDialog person={who} name={name} onClose={close} />),
              },
          ]}
        />
      )}
      {!customer && isCurrent && mayEdit && <AddToCustomers who={who} person={person} onDialog={onDialog} />}
      {isCurrent && mayBook && (
        <QuietButton onClick={() => onDialog(<BookPersonDialog person={person} onClose={close} />)}>
          Book
        </QuietButton>
      )}
      {isCurrent && mayEdit && (
        <Button
          // A guest's order is for their booking.
          disabled={!customer && bookings.isPending}
          onClick={() =>
            onDialog(
              <CreateOrderDialog
                {...(booked ? { booking: orderedFrom(booked, person) } : { person })}
                onClose={close}
              />,
            )
          }
        >
          New order
        </Button>
      )}
    </>
  )
}

/** A guest's booking as the form for its order takes it. */
const orderedFrom = ({ timeSlotId, timeSlot, ...booking }: HistoryBooking, { phone }: Person) => ({
  ...booking,
  ...(phone && { phone }),
  event: timeSlot.event,
  timeSlot: { id: timeSlotId, ...timeSlot },
})

interface AddToCustomersProps extends HistoryProps {
  onDialog: (dialog: ReactNode) => void
}

/** Makes a guest a customer at once, or asks for what is missing. */
function AddToCustomers({ who, person, onDialog }: AddToCustomersProps) {
  const { name, emails, phone } = person
  const values = { ...splitName(name), email: emails[0] ?? '', phone: phone ?? '' }
  const { customerId: _, ...guest } = who
  const add = useReportedCall({
    call: () => call(api.customers.create, { body: { ...values, ...guest } }),
    done: 'Customer created',
    failed: 'Failed to create customer',
    reloads: ['customers'],
  })
  const isComplete = values.lastName !== '' && values.email !== ''
  return (
    <QuietButton
      disabled={add.isPending}
      onClick={() =>
        isComplete
          ? add.mutate(undefined)
          : onDialog(<CustomerDialog guest={{ ...values, ...guest }} onClose={() => onDialog(null)} />)
      }
    >
      {add.isPending ? 'Adding...' : 'Add to customers'}
    </QuietButton>
  )
}

const emailsAbout = ({ customerId, bookingId, waitlistEntryId }: WhichPerson) => ({
  customerId,
  guestOfBooking: bookingId,
  guestOfWait: waitlistEntryId,
})

function Orders({ customerId }: { customerId: number }) {
  const orders = useInfiniteQuery(ordersOfQuery(customerId))
  return (
    <Records list={orders} noun="orders" title="Order History" none="This customer’s orders appear here.">
      {(order) => <OrderRow key={order.id} order={order} />}
    </Records>
  )
}

function Waits({ waits }: Pick<Person, 'waits'>) {
  const zone = useCompanyZone()
  return (
    <Section title="Waitlist">
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
    </Section>
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
    <PagedList
      list={list}
      noun={noun}
      empty={
        <Section title={title}>
          <Notice title={`No ${noun} yet`}>{none}</Notice>
        </Section>
      }
    >
      {(rows) =>
        rows.length > 0 && (
          <Section title={title}>
            <ul className={surfaces.sheet}>{rows.map(children)}</ul>
          </Section>
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
      <QuietText>{booking.attendeeName}</QuietText>
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
