import { Button, Textarea, TextInput } from '@mantine/core'
import { type Customer, customerInput } from '@trunkshow/contract/customers/schema.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Fields } from '../ui/fields.tsx'
import { FieldRow } from '../ui/form-section.tsx'
import { FormShell } from '../ui/form-shell.tsx'
import { LeaveGuard, useCloseGuard } from '../ui/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../ui/use-schema-form.ts'
import { useCreateCustomer, useUpdateCustomer } from './customer-calls.ts'
import { SimilarHint } from './similar-hint.tsx'

interface CustomerDialogProps {
  /** Whom to change; absent for a new one. */
  customer?: Customer
  onClose: () => void
}

export function CustomerDialog({ customer, onClose }: CustomerDialogProps) {
  return customer ? <Edit customer={customer} onClose={onClose} /> : <Create onClose={onClose} />
}

function Create({ onClose }: { onClose: () => void }) {
  return <FormDialog save={useCreateCustomer()} onClose={onClose} />
}

function Edit({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  return <FormDialog customer={customer} save={useUpdateCustomer(customer)} onClose={onClose} />
}

interface FormDialogProps extends CustomerDialogProps {
  save: ReturnType<typeof useCreateCustomer>
}

/** The fields of a customer (spec back-office §5). What was typed stays when it cannot be saved. */
function FormDialog({ customer, save, onClose }: FormDialogProps) {
  const form = useSchemaForm(customerInput, valuesOf(customer), save.error)
  const isDirty = () => form.isDirty()
  const { close, question } = useCloseGuard(isDirty, onClose)
  const send = form.onSubmit(
    (values) => save.mutate(customerInput.parse(values), { onSuccess: onClose }),
    focusFirstError,
  )
  return (
    <Dialog title={customer ? 'Edit Customer' : 'Add Customer'} onClose={close}>
      <FormShell
        onSubmit={send}
        sticky
        loading={save.isPending}
        error={save.error}
        submitLabel={customer ? 'Save' : 'Add Customer'}
        pendingLabel="Saving..."
        failedLabel={customer ? 'Failed to update customer' : 'Failed to create customer'}
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

function valuesOf(customer?: Customer) {
  return {
    firstName: customer?.firstName ?? '',
    lastName: customer?.lastName ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    notes: customer?.notes ?? '',
  }
}
