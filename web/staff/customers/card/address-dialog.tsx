import { Checkbox, TextInput } from '@mantine/core'
import { type Address, addressInput } from '@trunkshow/contract/customers/schema.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { StateField } from '../../ui/form/state-field.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSaveAddress } from './addresses-queries.ts'

interface AddressDialogProps {
  customerId: number
  /** The address to change; absent for a new one. */
  address: Address | undefined
  /** Whether it is the customer's first address, which becomes the default unless unchecked. */
  isFirst: boolean
  onClose: () => void
}

/** Adds or changes a US address. */
export function AddressDialog({ customerId, address, isFirst, onClose }: AddressDialogProps) {
  const save = useSaveAddress(customerId, address?.id)
  const form = useSchemaForm(addressInput(address), valuesOf(address, isFirst), save.error)
  return (
    <FormDialog
      title={address ? 'Edit Address' : 'Add Address'}
      form={form}
      call={save}
      onSubmit={(values) => save.mutate(values, { onSuccess: onClose })}
      submitLabel={address ? 'Save' : 'Add Address'}
      sticky
      onClose={onClose}
    >
      <TextInput label="Street" required data-autofocus {...form.getInputProps('street')} />
      <TextInput label="Apartment, suite" {...form.getInputProps('street2')} />
      <TextInput label="City" required {...form.getInputProps('city')} />
      <FieldRow>
        <StateField required {...form.getInputProps('state')} />
        <TextInput label="ZIP code" required {...form.getInputProps('zip')} />
      </FieldRow>
      <TextInput label="Country" readOnly variant="filled" value="USA" />
      <Checkbox
        label="Default address"
        description="Used by default on new orders."
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
    </FormDialog>
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
