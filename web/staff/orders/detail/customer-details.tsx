import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDate, formatTime } from '@trunkshow/contract/dates.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { AddressLines } from '../../customers/address-lines.tsx'
import { useCompanyZone } from '../../session/session-query.ts'
import { Facts } from '../../ui/page/facts.tsx'
import { MailLink } from '../../ui/page/mail-link.tsx'
import { Soft } from '../../ui/page/soft.tsx'
import { formatOrderDay } from '../when-taken.ts'

const none = <Soft>Not provided</Soft>

/** The customer, shipping address and event, as they were when the order was taken. */
export function CustomerDetails({ order }: { order: Order }) {
  const { customerId, customerName, customerEmail, customerPhone, event, timeSlot, booking } = order
  const zone = useCompanyZone()
  return (
    <Facts width={76}>
      <dt>Name</dt>
      <dd>
        <Link to="/customer-history" search={{ customerId }}>
          {customerName}
        </Link>
      </dd>
      <dt>Email</dt>
      <dd>{customerEmail ? <MailLink email={customerEmail} /> : none}</dd>
      <dt>Phone</dt>
      <dd>{customerPhone || none}</dd>
      <dt>Ships to</dt>
      <dd>{order.customerAddress ? <ShippingAddress order={order} /> : none}</dd>
      <dt>Event</dt>
      <dd>
        {event ? (
          <Link to="/bookings/$id" params={{ id: String(event.id) }}>
            {event.name}
          </Link>
        ) : (
          <Soft>No event</Soft>
        )}
        {timeSlot && (
          <Text>
            {formatDate(timeSlot.slotDate)}, {formatTime(timeSlot.startTime, timeSlot.zone)}
          </Text>
        )}
        {booking && booking.attendeeName !== customerName && <Text>Booked by {booking.attendeeName}</Text>}
      </dd>
      <dt>Order date</dt>
      <dd>{formatOrderDay(order.createdAt, zone)}</dd>
    </Facts>
  )
}

type Shipped = Pick<
  Order,
  'customerAddress' | 'customerAddress2' | 'customerCity' | 'customerState' | 'customerZip'
>

/** The address an order ships to. */
export function ShippingAddress({ order }: { order: Shipped }) {
  const { customerAddress: street, customerAddress2: street2, customerCity: city } = order
  return (
    <AddressLines address={{ street, street2, city, state: order.customerState, zip: order.customerZip }} />
  )
}
