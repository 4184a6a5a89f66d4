import { Button, Textarea, TextInput } from '@mantine/core'
import { editableOf } from '@trunkshow/contract/customers/rules.ts'
import {
  type Customer,
  type CustomerChange,
  type CustomerInput,
  customerInput,
} from '@trunkshow/contract/customers/schema.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { LeaveGuard, useCloseGuard } from '../../ui/form/leave-guard.tsx'
import { useEditForm } from '../../ui/form/use-edit-form.tsx'
import { useCreateCustomer, useUpdateCustomer } from '../customer-calls.ts'
import { SimilarHint } from '../merge/similar-hint.tsx'

interface CustomerDialogProps {
  /** Whom to change; absent for a new one. */
  customer?: Customer
  onClose: () => void
}

export function CustomerDialog({ customer, onClose }: CustomerDialogProps) {
  return customer ? <Edit customer={customer} onClose={onClose} /> : <Create onClose={onClose} />
}

function Create({ onClose }: { onClose: () => void }) {
  const save = useCreateCustomer()
  return (
    <FormDialog
      save={save}
      onSend={(typed) => save.mutate(typed, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function Edit({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const save = useUpdateCustomer(customer.id)
  return (
    <FormDialog
      customer={customer}
      save={save}
      onSend={(_, change, onError) => save.mutate(change, { onSuccess: onClose, onError })}
      onClose={onClose}
    />
  )
}

interface FormDialogProps extends CustomerDialogProps {
  save: { isPending: boolean; error: Error | null }
  onSend: (typed: CustomerInput, change: CustomerChange, onError: (error: Error) => void) => void
}

/** The fields of a customer. What was typed stays when it cannot be saved. */
function FormDialog({ customer, save, onSend, onClose }: FormDialogProps) {
  const edit = useEditForm({ schema: () => customerInput, record: customer, valuesOf, error: save.error })
  const { form, isDirty } = edit
  const { close, question } = useCloseGuard(isDirty, onClose)
  const send = edit.onSubmit((values) =>
    onSend(customerInput.parse(values), { ...edit.changes(), version: edit.base?.version }, edit.bringIn),
  )
  return (
    <Dialog title={customer ? 'Edit Customer' : 'Add Customer'} onClose={close}>
      <FormShell
        onSubmit={send}
        sticky
        loading={save.isPending}
        error={edit.error}
        submitLabel={customer ? 'Save' : 'Add Customer'}
        pendingLabel="Saving..."
        secondary={
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        }
      >
        <Fields>
          <FieldRow>
            <TextInput label="First name" required data-autofocus {...form.getInputProps('firstName')} />
            <TextInput label="Last name" required {...form.getInputProps('lastName')} />
          </FieldRow>
          <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
          <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
          <SimilarHint email={form.values.email} phone={form.values.phone} besides={customer?.id} />
          <Textarea label="Notes" rows={3} resize="vertical" {...form.getInputProps('notes')} />
        </Fields>
        <LeaveGuard isDirty={isDirty} />
      </FormShell>
      {question}
    </Dialog>
  )
}

const noCustomer = { firstName: '', lastName: '', email: '', phone: '', notes: '' }
const valuesOf = (customer?: Customer) => (customer ? editableOf(customer) : noCustomer)
