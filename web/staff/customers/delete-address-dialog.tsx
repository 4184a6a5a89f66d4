import type { Address } from '@trunkshow/contract/customers/schema.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeleteAddress } from './addresses-queries.ts'

/** Asks before an address is deleted. */
export function DeleteAddressDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const remove = useDeleteAddress()
  return (
    <ConfirmDialog
      opened
      title="Delete this address?"
      confirmLabel="Delete address"
      pendingLabel="Deleting..."
      keepLabel="Keep address"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(address.id, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>
        {address.street}, {address.city}
      </strong>{' '}
      will be gone. This cannot be undone.
    </ConfirmDialog>
  )
}
