import { Link } from '@tanstack/react-router'
import { formatDate, formatTime } from '@trunkshow/contract/dates.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { mailLink } from '@trunkshow/contract/paths.ts'
import { AddressLines } from '../../customers/address-lines.tsx'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { formatOrderDay } from '../when-taken.ts'
import styles from './customer-details.module.css'

const none = <span className={styles.none}>Not provided</span>

/** The customer, shipping address and event, as they were when the order was taken. */
export function CustomerDetails({ order }: { order: Order }) {
  const { customerId, customerName, customerEmail, customerPhone, event, timeSlot, booking } = order
  const zone = useCompanyZone()
  return (
    <dl className={styles.details}>
      <dt>Name</dt>
      <dd>
        <Link to="/customer-history" search={{ customerId }} className={styles.link}>
          {customerName}
        </Link>
      </dd>
      <dt>Email</dt>
      <dd>{customerEmail ? <a href={mailLink(customerEmail)}>{customerEmail}</a> : none}</dd>
      <dt>Phone</dt>
      <dd>{customerPhone || none}</dd>
      <dt>Ships to</dt>
      <dd>{order.customerAddress ? <ShippingAddress order={order} /> : none}</dd>
      <dt>Event</dt>
      <dd>
        {event ? (
          <Link to="/bookings/$id" params={{ id: String(event.id) }} className={styles.link}>
            {event.name}
          </Link>
        ) : (
          <span className={styles.none}>No event</span>
        )}
        {timeSlot && (
          <span className={styles.line}>
            {formatDate(timeSlot.slotDate)}, {formatTime(timeSlot.startTime, timeSlot.zone)}
          </span>
        )}
        {booking && booking.attendeeName !== customerName && (
          <span className={styles.line}>Booked by {booking.attendeeName}</span>
        )}
      </dd>
      <dt>Order date</dt>
      <dd>{formatOrderDay(order.createdAt, zone)}</dd>
    </dl>
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
