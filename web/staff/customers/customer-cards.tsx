import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { useState } from 'react'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { CustomerCard } from './customer-card.tsx'
import styles from './customer-cards.module.css'
import { ArchiveDialog, DeleteCustomerDialog } from './customer-confirms.tsx'

const CustomerDialog = lazyDialog(() =>
  import('./customer-dialog.tsx').then((module) => module.CustomerDialog),
)
const MergeDialog = lazyDialog(() => import('./merge-dialog.tsx').then((module) => module.MergeDialog))

const dialogs = {
  edit: CustomerDialog,
  merge: MergeDialog,
  archive: ArchiveDialog,
  remove: DeleteCustomerDialog,
}

/** What a card asks its list to open. */
export type CustomerTask = keyof typeof dialogs

interface CustomerCardsProps {
  customers: readonly Customer[]
  /** Whether these are the rows of another filter, shown until the right ones are there. */
  outdated: boolean
}

/** A card for each customer. Their dialogs outlive the card and an emptied list, so that nothing typed is lost. */
export function CustomerCards({ customers, outdated }: CustomerCardsProps) {
  const [open, setOpen] = useState<{ task: CustomerTask; customer: Customer }>()
  const Dialog = open && dialogs[open.task]
  return (
    <>
      {customers.length > 0 && (
        <ul className={styles.cards} aria-label="Customers" data-outdated={outdated} aria-busy={outdated}>
          {customers.map((customer) => (
            <CustomerCard
              key={customer.id}
              customer={customer}
              onTask={(task) => setOpen({ task, customer })}
            />
          ))}
        </ul>
      )}
      {Dialog && <Dialog customer={open.customer} onClose={() => setOpen(undefined)} />}
    </>
  )
}
