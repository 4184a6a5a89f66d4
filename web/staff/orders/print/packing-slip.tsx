import type { Company } from '@trunkshow/contract/company/schema.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { ShippingAddress } from '../detail/customer-details.tsx'
import { formatOrderDay } from '../when-taken.ts'
import styles from './print-page.module.css'
import { PrintedAnswers, PrintedProducts } from './printed-parts.tsx'

interface PackingSlipProps {
  order: Order
  /** The sender; null while the company has no name. */
  company: Company | null
}

/** Goes into the package: without prices or internal notes. */
export function PackingSlip({ order, company }: PackingSlipProps) {
  const zone = useCompanyZone()
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <h2>Packing slip</h2>
        <p>
          {orderName(order)}
          <br />
          {formatOrderDay(order.createdAt, zone)}
        </p>
      </header>
      <div className={styles.facts}>
        <section>
          <h3>Ships to</h3>
          <p>
            <strong>{order.customerName}</strong>
          </p>
          {order.customerAddress ? <ShippingAddress order={order} /> : <p>Not provided</p>}
        </section>
        {company && (
          <section>
            <h3>From</h3>
            <p>
              <strong>{company.companyName}</strong>
            </p>
            <p className={styles.text}>{company.companyAddress}</p>
            <p>{company.companyPhone}</p>
          </section>
        )}
      </div>
      <PrintedProducts products={order.products} />
      <PrintedAnswers order={order} />
    </article>
  )
}
