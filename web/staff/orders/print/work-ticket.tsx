import type { Letterhead } from '@trunkshow/contract/company/schema.ts'
import { formatDate, formatTime } from '@trunkshow/contract/dates.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { orderStatusWords } from '../../ui/list/order-status-words.ts'
import { ShippingAddress } from '../detail/customer-details.tsx'
import { PriceTable } from '../price-table.tsx'
import { formatOrderDay } from '../when-taken.ts'
import styles from './print-page.module.css'
import { PrintedAnswers, PrintedFormerAnswers, PrintedHead, PrintedProducts } from './printed-parts.tsx'

/** The printed details a workshop needs to make an order. */
export function WorkTicket({ order, letterhead }: { order: Order; letterhead: Letterhead | null }) {
  const zone = useCompanyZone()
  const { event, timeSlot, notes, attachments } = order
  return (
    <article className={styles.sheet}>
      <PrintedHead letterhead={letterhead} title={orderName(order)}>
        {formatOrderDay(order.createdAt, zone)}
        <br />
        {orderStatusWords[order.status]}
      </PrintedHead>
      <div className={styles.facts}>
        <section>
          <h3>Customer</h3>
          <p>
            <strong>{order.customerName}</strong>
          </p>
          <p>{order.customerEmail}</p>
          <p>{order.customerPhone}</p>
        </section>
        <section>
          <h3>Ships to</h3>
          {order.customerAddress ? <ShippingAddress order={order} /> : <p>Not provided</p>}
        </section>
        {event && (
          <section>
            <h3>Event</h3>
            <p>{event.name}</p>
            {timeSlot && (
              <p>
                {formatDate(timeSlot.slotDate)}, {formatTime(timeSlot.startTime, timeSlot.zone)}
              </p>
            )}
          </section>
        )}
      </div>
      <PrintedProducts products={order.products} />
      <PrintedAnswers order={order} prices />
      <PrintedFormerAnswers order={order} />
      {notes && (
        <section>
          <h3>Notes</h3>
          <p className={styles.text}>{notes}</p>
        </section>
      )}
      <Pictures attachments={attachments} />
      <div className={styles.price}>
        <PriceTable price={order.price} />
      </div>
    </article>
  )
}

function Pictures({ attachments }: Pick<Order, 'attachments'>) {
  const pictures = attachments.filter(({ fileType }) => fileType.startsWith('image/'))
  const others = attachments.filter((attachment) => !pictures.includes(attachment))
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map(({ id, filePath, displayName }) => (
            <Picture key={id} source={filePath} name={displayName} />
          ))}
        </div>
      )}
      {others.length > 0 && <p>Other files: {others.map(({ displayName }) => displayName).join(', ')}</p>}
    </>
  )
}

function Picture({ source, name }: { source: string; name: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <figure>
      {failed ? (
        <p>Image preview unavailable</p>
      ) : (
        <img src={source} alt="" onError={() => setFailed(true)} />
      )}
      <figcaption>{name}</figcaption>
    </figure>
  )
}
