import { Button } from '@mantine/core'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { useId } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Tag } from '../ui/tag.tsx'
import { Addresses } from './addresses.tsx'
import { useRestoreCustomer } from './customer-calls.ts'
import styles from './customer-card.module.css'
import type { CustomerTask } from './customer-cards.tsx'
import { fullName } from './full-name.ts'

interface CustomerCardProps {
  customer: Customer
  onTask: (task: CustomerTask) => void
}

/** One customer: how to reach them, their addresses, what can be done (spec back-office §2). */
export function CustomerCard({ customer, onTask }: CustomerCardProps) {
  const titleId = useId()
  const name = fullName(customer)
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.name}>
          {name}
        </h2>
        {customer.isArchived && <Tag>Archived</Tag>}
      </div>
      <p className={styles.contact}>
        {[customer.email, ...customer.alsoEmails].map((email) => (
          <a key={email} href={`mailto:${email}`}>
            {email}
          </a>
        ))}
        {customer.phone && <a href={`tel:${customer.phone.replace(/[^\d+]/g, '')}`}>{customer.phone}</a>}
      </p>
      {customer.notes && <p className={styles.notes}>{customer.notes}</p>}
      <Addresses customer={customer} />
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
        <Actions customer={customer} onTask={onTask} />
      </div>
    </li>
  )
}

function Actions({ customer, onTask }: CustomerCardProps) {
  const mayEdit = useMayDo('orders.edit')
  const mayDelete = useMayDo('orders.delete')
  const restore = useRestoreCustomer()
  const name = fullName(customer)
  const restoring = restore.isPending ? 'Restoring...' : 'Restore'
  const tasks = [
    mayEdit && !customer.isArchived && (['edit', 'Edit'] as const),
    mayDelete && !customer.isArchived && (['merge', 'Merge'] as const),
    mayEdit && !customer.isArchived && (['archive', 'Archive'] as const),
    // With orders they are archived instead (spec back-office §4).
    mayDelete && !customer.hasOrders && (['remove', 'Delete'] as const),
  ].filter((task) => task !== false)
  return (
    <>
      {mayEdit && customer.isArchived && (
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
      {tasks.map(([task, label]) => (
        <Button
          key={task}
          variant="subtle"
          size="compact-sm"
          color={task === 'remove' ? 'bad' : undefined}
          aria-label={`${label} ${name}`}
          onClick={() => onTask(task)}
        >
          {label}
        </Button>
      ))}
    </>
  )
}
