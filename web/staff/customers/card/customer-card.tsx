import { Button } from '@mantine/core'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import { type ReactNode, useId } from 'react'
import { EraseDialog } from '../../privacy/erase-dialog.tsx'
import { useMayDo } from '../../session/session-query.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Tag } from '../../ui/list/tag.tsx'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import { useRestoreCustomer } from '../customer-calls.ts'
import { fullName } from '../full-name.ts'
import { Addresses } from './addresses.tsx'
import styles from './customer-card.module.css'
import { ArchiveDialog, DeleteCustomerDialog } from './customer-confirms.tsx'

const CustomerDialog = lazyDialog(() =>
  import('./customer-dialog.tsx').then((module) => module.CustomerDialog),
)
const MergeDialog = lazyDialog(() => import('../merge/merge-dialog.tsx').then((module) => module.MergeDialog))

function EraseCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  return <EraseDialog person={{ customerId: customer.id }} name={fullName(customer)} onClose={onClose} />
}

interface CustomerCardProps {
  customer: Customer
  /** Opens a dialog over the list, so it outlives the card; null closes it. */
  onDialog: (dialog: ReactNode) => void
}

/** One customer: contact details, addresses, actions. */
export function CustomerCard({ customer, onDialog }: CustomerCardProps) {
  const titleId = useId()
  const name = fullName(customer)
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.name}>
          {name}
        </h2>
        {customer.isArchived && <Tag>{isErased(customer) ? 'Erased' : 'Archived'}</Tag>}
      </div>
      {!isErased(customer) && <Contact customer={customer} />}
      {customer.notes && <p className={styles.notes}>{customer.notes}</p>}
      {!isErased(customer) && <Addresses customer={customer} onDialog={onDialog} />}
      <div className={styles.actions}>
        <ButtonLink
          to="/customer-history"
          search={{ customerId: customer.id }}
          variant="subtle"
          size="compact-sm"
          aria-label={`History of ${name}`}
        >
          History
        </ButtonLink>
        <Actions customer={customer} onDialog={onDialog} />
      </div>
    </li>
  )
}

function Contact({ customer: { email, alsoEmails, phone } }: { customer: Customer }) {
  return (
    <p className={styles.contact}>
      {[email, ...alsoEmails].map((email) => (
        <a key={email} href={`mailto:${email}`}>
          {email}
        </a>
      ))}
      {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
    </p>
  )
}

function Actions({ customer, onDialog }: CustomerCardProps) {
  const mayEdit = useMayDo('orders.edit')
  const mayDelete = useMayDo('orders.delete')
  const restore = useRestoreCustomer()
  const name = fullName(customer)
  const erased = isErased(customer)
  const restoring = restore.isPending ? 'Restoring...' : 'Restore'
  const tasks = [
    mayEdit && !customer.isArchived && (['Edit', CustomerDialog] as const),
    mayDelete && !customer.isArchived && (['Merge', MergeDialog] as const),
    mayEdit && !customer.isArchived && (['Archive', ArchiveDialog] as const),
    // Customers with orders can only be archived (docs/product.md, Customers and addresses).
    mayDelete && !customer.hasOrders && !erased && (['Delete', DeleteCustomerDialog] as const),
    mayDelete && !erased && (['Erase', EraseCustomer] as const),
  ].filter((task) => task !== false)
  return (
    <>
      {mayEdit && customer.isArchived && !erased && (
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={restore.isPending}
          aria-label={`${restoring} ${name}`}
          onClick={() => restore.mutate(customer.id)}
        >
          {restoring}
        </Button>
      )}
      {tasks.map(([label, TaskDialog]) => (
        <Button
          key={label}
          variant="subtle"
          size="compact-sm"
          color={label === 'Delete' || label === 'Erase' ? 'bad' : undefined}
          aria-label={`${label} ${name}`}
          onClick={() => onDialog(<TaskDialog customer={customer} onClose={() => onDialog(null)} />)}
        >
          {label}
        </Button>
      ))}
    </>
  )
}
