import type { Letterhead } from '@trunkshow/contract/company/schema.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { ShippingAddress } from '../detail/customer-details.tsx'
import { formatOrderDay } from '../when-taken.ts'
import styles from './print-page.module.css'
import { PrintedAnswers, PrintedHead, PrintedProducts } from './printed-parts.tsx'

interface PackingSlipProps {
  order: Order
  /** The sender. */
  letterhead: Letterhead | null
}

/** Goes into the package: without prices or internal notes. */
export function PackingSlip({ order, letterhead }: PackingSlipProps) {
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
