import { Button } from '@mantine/core'
import { Notice } from '../ui/feedback/notice.tsx'
import type { DiscountFilter } from './queries.ts'

interface NoDiscountsProps {
  filter: DiscountFilter
  /** Clears the search and the filter. */
  onClear: () => void
  /** Absent for roles that can't add codes. */
  onAdd: (() => void) | undefined
}

/** Shown for an empty list, with the next step. */
export function NoDiscounts({ filter: { q, isActive }, onClear, onAdd }: NoDiscountsProps) {
  if (q || isActive !== undefined)
    return (
      <Notice
        title="No discount codes found"
        action={
          <Button variant="default" onClick={onClear}>
            Show all discount codes
          </Button>
        }
      >
        No discount codes match your filters.
      </Notice>
    )
  return (
    <Notice
      title="No Discount Codes Yet"
      action={
        onAdd && (
          <Button variant="default" onClick={onAdd}>
            Create your first discount code
          </Button>
        )
      }
    >
      A discount code takes a percentage off an order.
      {onAdd ? ' You can limit how often it’s used and when it expires.' : ' Admins can create them.'}
    </Notice>
  )
}
