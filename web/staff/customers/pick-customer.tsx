import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { useState } from 'react'
import { SearchField } from '../ui/search-field.tsx'
import { fullName } from './full-name.ts'
import styles from './merge-dialog.module.css'
import { customersQuery, similarQuery } from './queries.ts'

const MOST = 8

interface PickCustomerProps {
  /** The one who is not offered. */
  customer: Customer
  onPick: (customer: Customer) => void
}

/** Offers those with the same e-mail or phone, and whom a search finds. */
export function PickCustomer({ customer, onPick }: PickCustomerProps) {
  const [q, setQ] = useState('')
  const { id, email, phone } = customer
  const similar = useQuery(similarQuery({ email, phone: phone ?? undefined, besides: id }))
  const search = customersQuery({ q })
  const found = useInfiniteQuery({ ...search, queryFn: q ? search.queryFn : skipToken })
  const offered = (q ? found.data?.rows : similar.data)?.filter((other) => other.id !== id).slice(0, MOST)
  return (
    <>
      <SearchField label="Find a name, e-mail or phone" value={q} onSearch={setQ} />
      <p className={styles.hint} role="status">
        {offered?.length === 0 &&
          (q ? 'No customers found' : 'Nobody has the same e-mail or phone. Search for a name.')}
        {offered && offered.length > 0 && !q && 'With the same e-mail or phone:'}
      </p>
      <ul className={styles.list} aria-label="Customers to merge">
        {offered?.map((other) => (
          <li key={other.id}>
            <button type="button" className={styles.pick} onClick={() => onPick(other)}>
              <strong>{fullName(other)}</strong>
              <span>{[other.email, other.phone].filter(Boolean).join(' · ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
