import { Textarea, TextInput } from '@mantine/core'
import { editableOf } from '@trunkshow/contract/customers/rules.ts'
import {
  type Customer,
  type CustomerChange,
  type CustomerInput,
  customerInput,
} from '@trunkshow/contract/customers/schema.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { useEditForm } from '../../ui/form/use-edit-form.tsx'
import { useCreateCustomer, useUpdateCustomer } from '../customer-calls.ts'
import { SimilarHint } from '../merge/similar-hint.tsx'

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
