import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { ActiveFilter, ListScreen } from '../ui/list/list-screen.tsx'
import { DiscountCards } from './discount-cards.tsx'
import { DiscountDialog } from './discount-dialog.tsx'
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
  const { q, isActive } = filter
  const list = useInfiniteQuery(discountsQuery(filter))
  const mayEdit = useMayDo('discounts.edit')
  const [adding, setAdding] = useState(false)
  const add = mayEdit ? () => setAdding(true) : undefined
  return (
    <>
      <ListScreen
        list={list}
        noun="discount code"
        q={q}
        onSearch={(q) => onFilter({ q })}
        filters={<ActiveFilter isActive={isActive} onFilter={onFilter} />}
        actions={add && <Button onClick={add}>New Discount Code</Button>}
        empty={{
          filtered: (q !== undefined || isActive !== undefined) && {
            text: 'No discount codes match your filters.',
            onClear: () => onFilter({ q: undefined, isActive: undefined }),
          },
          title: 'No Discount Codes Yet',
          children: `A discount code takes a percentage off an order.${
            add ? ' You can limit how often it’s used and when it expires.' : ' Admins can create them.'
          }`,
          ways: add && [['Create your first discount code', add]],
        }}
      >
        {(codes, outdated) => <DiscountCards codes={codes} outdated={outdated} mayEdit={mayEdit} />}
      </ListScreen>
      {adding && <DiscountDialog onClose={() => setAdding(false)} />}
    </>
  )
}
