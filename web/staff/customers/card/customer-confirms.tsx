import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { DeleteDialog } from '../../ui/dialog/delete-dialog.tsx'
import { useArchiveCustomer, useDeleteCustomer } from '../customer-calls.ts'
import { fullName } from '../full-name.ts'

interface CustomerConfirmProps {
  customer: Customer
  onClose: () => void
}

/** Confirms archiving a customer (docs/product.md, Customers and addresses). */
export function ArchiveDialog({ customer, onClose }: CustomerConfirmProps) {
  const archive = useArchiveCustomer()
  return (
    <ConfirmDialog
      opened
      title="Archive this customer?"
      confirmLabel="Archive"
      pendingLabel="Archiving..."
      keepLabel="Keep customer"
      loading={archive.isPending}
      onConfirm={() => archive.mutate(customer.id, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{fullName(customer)}</strong> won’t appear in lists anymore. You can restore them anytime under
      Archived.
    </ConfirmDialog>
  )
}

/** Confirms deleting a customer. */
export function DeleteCustomerDialog({ customer, onClose }: CustomerConfirmProps) {
  const remove = useDeleteCustomer()
  return (
    <DeleteDialog
      noun="customer"
      loading={remove.isPending}
      onDelete={() => remove.mutate(customer.id, { onSettled: onClose })}
      onClose={onClose}
    >
      This deletes <strong>{fullName(customer)}</strong> and their addresses. Their bookings stay with the
      events. This can’t be undone.
    </DeleteDialog>
  )
}
