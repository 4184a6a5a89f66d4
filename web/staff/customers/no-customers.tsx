import { Button } from '@mantine/core'
import { Notice } from '../ui/feedback/notice.tsx'
import type { CustomerFilter } from './queries.ts'

interface NoCustomersProps {
  filter: CustomerFilter
  /** Clears the search and the filter. */
  onClear: () => void
  /** Absent for roles that can't add customers. */
  onAdd: (() => void) | undefined
}

/** Shown for an empty list, with the next step. */
export function NoCustomers({ filter: { q, archived }, onClear, onAdd }: NoCustomersProps) {
  if (q || archived)
    return (
      <Notice
        title="No customers found"
        action={
          <Button variant="default" onClick={onClear}>
            Show all customers
          </Button>
        }
      >
        {q
          ? `No ${archived ? 'archived ' : ''}customers match your search.`
          : 'Archived customers appear here. You can restore them anytime.'}
      </Notice>
    )
  return (
    <Notice
      title="No customers found"
      action={
        onAdd && (
          <Button variant="default" onClick={onAdd}>
            Add your first customer
          </Button>
        )
      }
    >
      Keep your customers, their addresses, and their history in one place.
      {onAdd && ' You can also import them from a CSV file.'}
    </Notice>
  )
}
