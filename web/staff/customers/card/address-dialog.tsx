import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type Address, addressInput } from '@trunkshow/contract/customers/schema.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { LeaveGuard, useCloseGuard } from '../../ui/form/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSaveAddress } from './addresses-queries.ts'

interface AddressDialogProps {
  customerId: number
  /** The one to change; absent for a new one. */
  address: Address | undefined
  /** Whether the customer has none yet: then it is their default, unless said otherwise. */
  isFirst: boolean
  onClose: () => void
}

/** An address of the United States. */
export function AddressDialog({ customerId, address, isFirst, onClose }: AddressDialogProps) {
  const save = useSaveAddress(customerId, address?.id)
  const form = useSchemaForm(addressInput, valuesOf(address, isFirst), save.error)
  const isDirty = () => form.isDirty()
  const { close, question } = useCloseGuard(isDirty, onClose)
  const send = form.onSubmit((values) => save.mutate(values, { onSuccess: onClose }), focusFirstError)
  return (
    <Dialog title={address ? 'Edit Address' : 'Add Address'} onClose={close}>
      <FormShell
        onSubmit={send}
        sticky
        loading={save.isPending}
        error={save.error}
        submitLabel={address ? 'Save' : 'Add Address'}
        pendingLabel="Saving..."
        secondary={
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        }
      >
        <Fields>
          <TextInput label="Street" required data-autofocus {...form.getInputProps('street')} />
          <TextInput label="Apartment, suite" {...form.getInputProps('street2')} />
          <TextInput label="City" required {...form.getInputProps('city')} />
          <FieldRow>
            <TextInput label="State" required {...form.getInputProps('state')} />
            <TextInput label="ZIP code" required {...form.getInputProps('zip')} />
          </FieldRow>
          <TextInput label="Country" readOnly variant="filled" value="USA" />
          <Checkbox
            label="Default address"
            description="Offered first for orders. A customer has one at most."
            {...form.getInputProps('isDefault', { type: 'checkbox' })}
          />
        </Fields>
        <LeaveGuard isDirty={isDirty} />
      </FormShell>
      {question}
    </Dialog>
  )
}

function valuesOf(address: Address | undefined, isFirst: boolean) {
  return {
    street: address?.street ?? '',
    street2: address?.street2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zip: address?.zip ?? '',
    isDefault: address?.isDefault ?? isFirst,
  }
}
