import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { Fields } from '../../ui/form/fields.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { StateField } from '../../ui/form/state-field.tsx'

interface AddressFieldsProps {
  /** Returns the input properties of a field by its name. */
  field: (name: string) => GetInputPropsReturnType
}

/** The lines of a US address. */
export function AddressFields({ field }: AddressFieldsProps) {
  return (
    <Fields>
      <TextInput label="Street" {...field('shippingAddress.street')} />
      <TextInput label="Apartment, suite" {...field('shippingAddress.street2')} />
      <TextInput label="City" {...field('shippingAddress.city')} />
      <FieldRow>
        <StateField {...field('shippingAddress.state')} />
        <TextInput label="ZIP code" {...field('shippingAddress.zip')} />
      </FieldRow>
      <TextInput label="Country" readOnly variant="filled" value="USA" />
    </Fields>
  )
}
