import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { useState } from 'react'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { fullName } from '../full-name.ts'
import { similarQuery } from '../queries.ts'
import { MergePreview } from './merge-preview.tsx'
import { PickCustomer } from './pick-customer.tsx'

interface MergeDialogProps {
  /** The customer to keep. */
  customer: Customer
  onClose: () => void
}

/** Merges a duplicate: select the other customer, review the result, merge. */
export function MergeDialog({ customer, onClose }: MergeDialogProps) {
  const { id, email, phone } = customer
  const similar = useQuery(similarQuery({ email, phone: phone ?? undefined, besides: id }))
  const [other, setOther] = useState<Customer>()
  return (
    <Dialog opened title="Merge customers" onClose={onClose}>
      {other ? (
        <MergePreview
          customer={customer}
          other={other}
          onBack={() => setOther(undefined)}
          onClose={onClose}
        />
      ) : (
        <>
          <Text c="dimmed" mb="md">
            Which customer is a duplicate of <strong>{fullName(customer)}</strong>? We’ll merge them into{' '}
            {fullName(customer)}, {customer.email}.
          </Text>
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
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  )
}
