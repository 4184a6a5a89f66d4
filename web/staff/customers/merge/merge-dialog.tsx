import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Customer, type CustomerMerge, fullName } from '@trunkshow/contract/customers/schema.ts'
import { useState } from 'react'
import { api, CallError, call, sentenceOf } from '../../api/client.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { Notice, NotLoaded } from '../../ui/feedback/notice.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import surfaces from '../../ui/page/surfaces.module.css'
import { countOf, QuietButton, QuietText } from '../../ui/page/words.tsx'
import { similarQuery } from '../queries.ts'
import styles from './merge-dialog.module.css'
import { PickCustomer } from './pick-customer.tsx'

/** Merges a duplicate into the customer: select the other one, review the result, merge. */
export function MergeDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id, email, phone } = customer
  const similar = useQuery(similarQuery({ email, phone: phone ?? undefined, besides: id }))
  const [other, setOther] = useState<Customer>()
  return (
    <Dialog title="Merge customers" onClose={onClose}>
      {other ? (
        <MergePreview
          customer={customer}
          other={other}
          onBack={() => setOther(undefined)}
          onClose={onClose}
        />
      ) : (
        <>
          <QuietText mb="md">
            Which customer is a duplicate of <strong>{fullName(customer)}</strong>? We’ll merge them into{' '}
            {fullName(customer)}, {customer.email}.
          </QuietText>
          <PickCustomer
            label="Customers to merge"
            suggested={similar.data}
            hints={{
              some: 'Same email or phone:',
              none: 'No other customer has this email or phone. Search by name.',
            }}
            besides={id}
            onPick={setOther}
          />
          <DialogButtons>
            <QuietButton onClick={onClose}>Cancel</QuietButton>
          </DialogButtons>
        </>
      )}
    </Dialog>
  )
}

interface MergePreviewProps {
  customer: Customer
  other: Customer
  onBack: () => void
  onClose: () => void
}

function MergePreview({ customer, other, onBack, onClose }: MergePreviewProps) {
  const params = { id: customer.id, otherId: other.id }
  const preview = useQuery({
    queryKey: ['customers', 'merge', params],
    queryFn: () => call(api.customers.previewMerge, { params }),
    staleTime: 0,
  })
  const merge = useReportedCall({
    call: ({ result: { version }, other: { version: otherVersion } }: CustomerMerge) =>
      call(api.customers.merge, { params, body: { version, otherVersion } }),
    done: 'Customers merged',
    failed: 'Failed to merge customers',
    reloads: ['customers'],
  })
  const another = <QuietButton onClick={onBack}>Select another</QuietButton>
  if (preview.isError) {
    const { error } = preview
    return (
      <>
        {error instanceof CallError && error.isRefusal ? (
          <Notice tone="bad" title="These customers can’t be merged">
            {sentenceOf(error)}
          </Notice>
        ) : (
          <NotLoaded query={preview} noun="preview" failed="Couldn’t load the preview" />
        )}
        <DialogButtons>{another}</DialogButtons>
      </>
    )
  }
  if (!preview.data) return <p role="status">Loading preview...</p>
  const { result, other: gone } = preview.data
  const rows = [
    ['Name', fullName(result)],
    ['Email', result.email],
    ...(result.alsoEmails.length > 0 ? [['Other emails', result.alsoEmails.join(', ')]] : []),
    ['Phone', result.phone || 'None'],
    ['Notes', result.notes || 'None'],
    ...(result.tags ? [['Tags', result.tags]] : []),
  ]
  return (
    <>
      <QuietText mb="md">The customer after the merge:</QuietText>
      <Box component="dl" mb="md" className={`${surfaces.sheet} ${styles.result}`}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Box>
      <QuietText mb="md">
        {describeMovedRecords(preview.data)} <strong>{fullName(gone)}</strong>, {gone.email}, will be deleted.
        This can’t be undone.
      </QuietText>
      <DialogButtons>
        {another}
        <Button
          color="bad"
          disabled={merge.isPending}
          onClick={() => merge.mutate(preview.data, { onSuccess: onClose })}
        >
          {merge.isPending ? 'Merging...' : 'Merge'}
        </Button>
      </DialogButtons>
    </>
  )
}

function describeMovedRecords({ orders, bookings, addresses }: CustomerMerge) {
  const things = [
    orders > 0 && countOf(String(orders), 'order'),
    bookings > 0 && countOf(String(bookings), 'booking'),
    addresses > 0 && (addresses === 1 ? '1 address' : `${addresses} addresses`),
  ].filter((thing) => thing !== false)
  if (things.length === 0) return 'There are no orders, bookings, or addresses to move.'
  const listed = new Intl.ListFormat('en').format(things)
  return `${listed} will move to this customer.`
}
