import { Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import type { ReactNode } from 'react'
import { useCompanyZone } from '../session/use-company-zone.ts'
import { Tag } from '../ui/list/tag.tsx'
import { opensOn, RowLink } from '../ui/table/row-link.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import styles from '../ui/table/table.module.css'
import { CustomerActions } from './card/customer-actions.tsx'
import { fullName } from './full-name.ts'

interface CustomersTableProps {
  customers: readonly Customer[]
  outdated: boolean
  onDialog: (dialog: ReactNode) => void
}

/** The customers on a large screen; a row opens the customer's history. */
export function CustomersTable({ customers, outdated, onDialog }: CustomersTableProps) {
  return (
    <table className={styles.table} aria-label="Customers" data-outdated={outdated} aria-busy={outdated}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Phone</th>
          <th scope="col">Notes</th>
          <th scope="col">Added</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <Row key={customer.id} customer={customer} onDialog={onDialog} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ customer, onDialog }: { customer: Customer } & Pick<CustomersTableProps, 'onDialog'>) {
  const zone = useCompanyZone()
  const navigate = useNavigate()
  const { id, email, alsoEmails, phone, notes, createdAt, isArchived } = customer
  const erased = isErased(customer)
  const href = `${paths.customerHistory()}?customerId=${id}`
  const open = () => void navigate({ to: paths.customerHistory(), search: { customerId: id } })
  return (
    <tr {...opensOn(href, open)}>
      <th scope="row">
        <RowLink href={href} onOpen={open}>
          {fullName(customer)}
        </RowLink>{' '}
        {isArchived && <Tag>{erased ? 'Erased' : 'Archived'}</Tag>}
      </th>
      <td>
        {!erased &&
          [email, ...alsoEmails].map((email) => (
            <span key={email} className={styles.detail}>
              {email}
            </span>
          ))}
      </td>
      <td className={styles.date}>{phone}</td>
      <td>
        <Text c="dimmed" lineClamp={1}>
          {notes}
        </Text>
      </td>
      <td className={styles.date}>{formatShortDate(wallClock(new Date(createdAt), zone).date)}</td>
      <td>
        <Group gap={0} align="stretch" justify="end" wrap="nowrap">
          <CustomerActions customer={customer} onDialog={onDialog} Rest={RowMenu} />
        </Group>
      </td>
    </tr>
  )
}
