import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Customer, CustomerMerge } from '@trunkshow/contract/customers/schema.ts'
import { sentenceOf } from '../api/call-error.ts'
import { countOf } from '../ui/count-of.ts'
import { DialogButtons } from '../ui/dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { useMergeCustomer } from './customer-calls.ts'
import { fullName } from './full-name.ts'
import styles from './merge-dialog.module.css'
import { mergePreviewQuery } from './queries.ts'

interface MergePreviewProps {
  customer: Customer
  other: Customer
  onBack: () => void
  onClose: () => void
}

/** What merging would leave, before anything is changed. */
export function MergePreview({ customer, other, onBack, onClose }: MergePreviewProps) {
  const preview = useQuery(mergePreviewQuery(customer.id, other.id))
  const merge = useMergeCustomer(customer.id)
  if (preview.isError)
    return (
      <LoadFailure
        title="The preview could not be loaded"
        retrying={preview.isFetching}
        onRetry={preview.refetch}
      >
        {sentenceOf(preview.error, preview.error.message)}
      </LoadFailure>
    )
  if (!preview.data) return <p role="status">Loading preview...</p>
  const { result, ...moved } = preview.data
  const rows = [
    ['Name', fullName(result)],
    ['Email', result.email],
    ['Phone', result.phone || 'None'],
    ['Notes', result.notes || 'None'],
  ] as const
  return (
    <>
      <p className={styles.text}>After the merge there is one customer:</p>
      <dl className={styles.result}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.text}>
        {comingOver(moved)} <strong>{fullName(other)}</strong>, {other.email}, is gone then. This cannot be
        undone.
      </p>
      <DialogButtons>
        <Button variant="default" onClick={onBack}>
          Choose another
        </Button>
        <Button
          color="bad"
          disabled={merge.isPending}
          onClick={() => merge.mutate(other.id, { onSuccess: onClose })}
        >
          {merge.isPending ? 'Merging...' : 'Merge'}
        </Button>
      </DialogButtons>
    </>
  )
}

function comingOver({ orders, addresses }: Pick<CustomerMerge, 'orders' | 'addresses'>) {
  const things = [
    orders > 0 && countOf(String(orders), 'order'),
    addresses > 0 && (addresses === 1 ? '1 address' : `${addresses} addresses`),
  ].filter((thing) => thing !== false)
  if (things.length === 0) return 'There are no orders or addresses to bring along.'
  return `${things.join(' and ')} ${orders + addresses === 1 ? 'comes' : 'come'} along.`
}
