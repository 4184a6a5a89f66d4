import { Button, Textarea, TextInput } from '@mantine/core'
import {
  type Customer,
  type CustomerChange,
  type CustomerInput,
  customerInput,
  editableOf,
} from '@trunkshow/contract/customers/schema.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import type { ReactNode } from 'react'
import { EraseDialog } from '../../privacy/erase-dialog.tsx'
import { useMayDo } from '../../session/session-query.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { DeleteDialog } from '../../ui/dialog/delete-dialog.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { useEditForm } from '../../ui/form/use-edit-form.tsx'
import type { RowMenuProps } from '../../ui/table/row-menu.tsx'
import {
  useArchiveCustomer,
  useCreateCustomer,
  useDeleteCustomer,
  useRestoreCustomer,
  useUpdateCustomer,
} from '../customer-calls.ts'
import { fullName } from '../full-name.ts'
import { MergeDialog } from '../merge/merge-dialog.tsx'
import { SimilarHint } from '../merge/pick-customer.tsx'

function EraseCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  return <EraseDialog person={{ customerId: customer.id }} name={fullName(customer)} onClose={onClose} />
}

interface CustomerActionsProps {
  customer: Customer
  /** Opens a dialog over the list, so it outlives the customer's row; null closes it. */
  onDialog: (dialog: ReactNode) => void
  /** Holds what is done rarely, such as a menu; absent to show it beside the rest. */
  Rest?: (props: RowMenuProps) => ReactNode
}

/** What the user may do with a customer. */
export function CustomerActions({ customer, onDialog, Rest = Buttons }: CustomerActionsProps) {
  const mayEdit = useMayDo('orders.edit')
  const mayDelete = useMayDo('orders.delete')
  const restore = useRestoreCustomer()
  const name = fullName(customer)
  const erased = isErased(customer)
  const restoring = restore.isPending ? 'Restoring...' : 'Restore'
  const isCurrent = !customer.isArchived
  const task = (
    label: string,
    TaskDialog: typeof ArchiveDialog,
    danger = false,
  ): RowMenuProps['tasks'][number] => ({
    label,
    danger,
    onRun: () => onDialog(<TaskDialog customer={customer} onClose={() => onDialog(null)} />),
  })
  const rest = [
    mayDelete && isCurrent && task('Merge', MergeDialog),
    mayEdit && isCurrent && task('Archive', ArchiveDialog),
    // Customers with orders can only be archived (docs/product.md, Customers and addresses).
    mayDelete && !customer.hasOrders && !erased && task('Delete', DeleteCustomerDialog, true),
    mayDelete && !erased && task('Erase', EraseCustomer, true),
  ].filter((task) => task !== false)
  return (
    <>
      {mayEdit && customer.isArchived && !erased && (
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={restore.isPending}
          aria-label={`${restoring} ${name}`}
          onClick={() => restore.mutate(customer.id)}
        >
          {restoring}
        </Button>
      )}
      {mayEdit && isCurrent && <Buttons name={name} tasks={[task('Edit', CustomerDialog)]} />}
      {rest.length > 0 && <Rest name={name} tasks={rest} />}
    </>
  )
}

function Buttons({ name, tasks }: RowMenuProps) {
  return tasks.map(({ label, danger, onRun }) => (
    <Button
      key={label}
      variant="subtle"
      size="compact-sm"
      color={danger ? 'bad' : undefined}
      aria-label={`${label} ${name}`}
      onClick={onRun}
    >
      {label}
    </Button>
  ))
}

interface CustomerConfirmProps {
  customer: Customer
  onClose: () => void
}

/** Confirms archiving a customer (docs/product.md, Customers and addresses). */
function ArchiveDialog({ customer, onClose }: CustomerConfirmProps) {
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
function DeleteCustomerDialog({ customer, onClose }: CustomerConfirmProps) {
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

interface CustomerDialogProps {
  /** The customer to change; absent for a new one. */
  customer?: Customer
  onClose: () => void
}

export function CustomerDialog({ customer, onClose }: CustomerDialogProps) {
  return customer ? <Edit customer={customer} onClose={onClose} /> : <Create onClose={onClose} />
}

function Create({ onClose }: { onClose: () => void }) {
  const save = useCreateCustomer()
  return (
    <CustomerForm
      save={save}
      onSend={(typed) => save.mutate(typed, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function Edit({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const save = useUpdateCustomer(customer.id)
  return (
    <CustomerForm
      customer={customer}
      save={save}
      onSend={(_, change, onError) => save.mutate(change, { onSuccess: onClose, onError })}
      onClose={onClose}
    />
  )
}

interface CustomerFormProps extends CustomerDialogProps {
  save: { isPending: boolean; error: Error | null }
  onSend: (typed: CustomerInput, change: CustomerChange, onError: (error: Error) => void) => void
}

/** A customer's fields. A failed save keeps what was typed. */
function CustomerForm({ customer, save, onSend, onClose }: CustomerFormProps) {
  const edit = useEditForm({ schema: () => customerInput, record: customer, valuesOf, error: save.error })
  const { form } = edit
  return (
    <FormDialog
      title={customer ? 'Edit Customer' : 'Add Customer'}
      form={edit}
      call={{ isPending: save.isPending, error: edit.error }}
      onSubmit={(values) =>
        onSend(
          customerInput.parse(values),
          { ...edit.changes(), version: edit.base?.version },
          edit.mergeTheirs,
        )
      }
      submitLabel={customer ? 'Save' : 'Add Customer'}
      sticky
      onClose={onClose}
    >
      <FieldRow>
        <TextInput label="First name" required data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label="Last name" required {...form.getInputProps('lastName')} />
      </FieldRow>
      <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      <SimilarHint email={form.values.email} phone={form.values.phone} besides={customer?.id} />
      <Textarea label="Notes" rows={3} resize="vertical" {...form.getInputProps('notes')} />
    </FormDialog>
  )
}

const noCustomer = { firstName: '', lastName: '', email: '', phone: '', notes: '' }
const valuesOf = (customer?: Customer) => (customer ? editableOf(customer) : noCustomer)
