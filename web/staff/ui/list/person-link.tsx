import { Link } from '@tanstack/react-router'
import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import type { ReactNode } from 'react'
import styles from './person-link.module.css'

interface PersonLinkProps extends Partial<Record<keyof WhichPerson, number | null>> {
  /** Their name. */
  children: ReactNode
}

/**
 * A person's name, which opens their page: give a row's `customerId`, or else its `bookingId` or `waitlistEntryId`. With
 * none of them, as for co-hosts, who see no customers, it is the name alone.
 */
export function PersonLink({ children, customerId, bookingId, waitlistEntryId }: PersonLinkProps) {
  const search = customerId
    ? { customerId }
    : bookingId
      ? { bookingId }
      : waitlistEntryId && { waitlistEntryId }
  if (!search) return children
  return (
    <Link to="/customer-history" search={search} className={styles.person}>
      {children}
    </Link>
  )
}
