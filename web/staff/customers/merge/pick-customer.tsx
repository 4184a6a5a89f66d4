import { Text } from '@mantine/core'
import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { type ReactNode, useState } from 'react'
import { PickList } from '../../ui/form/pick-list.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { fullName } from '../full-name.ts'
import { customersQuery } from '../queries.ts'

const MAX_SHOWN = 8

interface PickCustomerProps {
  /** The list's label. */
  label: string
  /** Suggested customers before any search; undefined while unknown. */
  suggested: readonly Customer[] | undefined
  /** Shown above the suggestions, or instead if there are none. */
  hints: { some: string; none: string }
  /** The customer to leave out. */
  besides?: number
  error?: ReactNode
  onPick: (customer: Customer) => void
}

/** Offers suggested customers, or the results of a search. */
export function PickCustomer({ label, suggested, hints, besides, error, onPick }: PickCustomerProps) {
  const [q, setQ] = useState('')
  const search = customersQuery({ q })
  const found = useInfiniteQuery({ ...search, queryFn: q ? search.queryFn : skipToken })
  const offered = (q ? found.data?.rows : suggested)?.filter(({ id }) => id !== besides).slice(0, MAX_SHOWN)
  return (
    <div>
      <SearchField label="Search by name, email, or phone" value={q} onSearch={setQ} error={error} />
      <Text mih="1.5em" mt="sm" mb={4} c="dimmed" role="status">
        {offered?.length === 0 && (q ? 'No customers found' : hints.none)}
        {offered && offered.length > 0 && !q && hints.some}
      </Text>
      <PickList
        label={label}
        items={offered ?? []}
        wordsOf={(customer) => ({
          name: fullName(customer),
          detail: [customer.email, customer.phone].filter(Boolean).join(' · '),
        })}
        onPick={onPick}
      />
    </div>
  )
}
