import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { useMayDo } from '../session/session-query.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { DiscountCards } from './discount-cards.tsx'
import { DiscountTools } from './discount-tools.tsx'
import { NoDiscounts } from './no-discounts.tsx'
import { type DiscountFilter, discountsQuery } from './queries.ts'

const DiscountDialog = lazyDialog(() =>
  import('./discount-dialog.tsx').then((module) => module.DiscountDialog),
)

interface DiscountsTabProps {
  filter: DiscountFilter
  onFilter: (change: DiscountFilter) => void
}

/** The Discounts tab: codes that take a percentage off an order (spec back-office §2). Only admins change them. */
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
      {list.isPending && <ListSkeleton label="Loading discount codes" />}
      {list.isError && !list.data && (
        <LoadFailure
          title="Discount codes could not be loaded"
          retrying={list.isFetching}
          onRetry={list.refetch}
        >
          {sentenceOf(list.error)}
        </LoadFailure>
      )}
      {list.data?.rows.length === 0 && (
        <NoDiscounts
          filter={filter}
          onClear={() => onFilter({ q: undefined, isActive: undefined })}
          onAdd={add}
        />
      )}
      {list.data && (
        <DiscountCards codes={list.data.rows} outdated={list.isPlaceholderData} mayEdit={mayEdit} />
      )}
      <ShowMore list={list} />
      {adding && <DiscountDialog onClose={() => setAdding(false)} />}
    </>
  )
}
