import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { type ReactNode, useState } from 'react'
import { CustomerCard } from './customer-card.tsx'
import styles from './customer-cards.module.css'

interface CustomerCardsProps {
  customers: readonly Customer[]
  /** Whether these are the rows of another filter, shown until the right ones are there. */
  outdated: boolean
}

/** A card for each customer. Their dialogs outlive the card and an emptied list, so that nothing typed is lost. */
export function CustomerCards({ customers, outdated }: CustomerCardsProps) {
  const [dialog, setDialog] = useState<ReactNode>()
  return (
    <>
      {customers.length > 0 && (
        <ul className={styles.cards} aria-label="Customers" data-outdated={outdated} aria-busy={outdated}>
          {customers.map((customer) => (
            <CustomerCard key={customer.id} customer={customer} onDialog={setDialog} />
          ))}
        </ul>
      )}
      {dialog}
    </>
  )
}
