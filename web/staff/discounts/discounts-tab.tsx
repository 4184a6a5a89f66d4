import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { ListTools } from '../ui/list/list-tools.tsx'
import { PagedList } from '../ui/list/paged-list.tsx'
import { DiscountCards } from './discount-cards.tsx'
import { DiscountDialog } from './discount-dialog.tsx'
import { NoDiscounts } from './no-discounts.tsx'
import { type DiscountFilter, discountsQuery } from './queries.ts'

interface DiscountsTabProps {
  filter: DiscountFilter
  onFilter: (change: DiscountFilter) => void
}

/**
 * The Discounts tab: codes that take a percentage off an order (docs/product.md, Discount codes). Only admins can
 * change them.
 */
export function DiscountsTab({ filter, onFilter }: DiscountsTabProps) {
  const list = useInfiniteQuery(discountsQuery(filter))
  const mayEdit = useMayDo('discounts.edit')
  const [adding, setAdding] = useState(false)
  const add = mayEdit ? () => setAdding(true) : undefined
  return (
    <>
      <DiscountTools
        filter={filter}
        onFilter={onFilter}
        onAdd={add}
        total={list.isPlaceholderData ? undefined : list.data?.total}
      />
      <PagedList
        list={list}
        noun="discount codes"
        empty={
          <NoDiscounts
            filter={filter}
            onClear={() => onFilter({ q: undefined, isActive: undefined })}
            onAdd={add}
          />
        }
      >
        {(codes, outdated) => <DiscountCards codes={codes} outdated={outdated} mayEdit={mayEdit} />}
      </PagedList>
      {adding && <DiscountDialog onClose={() => setAdding(false)} />}
    </>
  )
}

interface DiscountToolsProps {
  filter: DiscountFilter
  onFilter: (change: DiscountFilter) => void
  /** Absent for roles that can't add codes. */
  onAdd: (() => void) | undefined
  /** Number of matching codes, counted by the server; undefined while unknown. */
  total: string | undefined
}

/** Search for long lists, status filter, New button, and count. */
function DiscountTools({ filter: { q, isActive }, onFilter, onAdd, total }: DiscountToolsProps) {
  return (
    <ListTools
      noun="discount code"
      q={q}
      onSearch={(q) => onFilter({ q })}
      total={total}
      actions={onAdd && <Button onClick={onAdd}>New Discount Code</Button>}
    >
      <NativeSelect
        aria-label="Show"
        value={isActive === undefined ? '' : String(isActive)}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ isActive: value ? value === 'true' : undefined })
        }
        data={[
          { value: '', label: 'All' },
          { value: 'true', label: 'Active' },
          { value: 'false', label: 'Inactive' },
        ]}
      />
    </ListTools>
  )
}
