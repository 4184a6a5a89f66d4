import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Fields } from '../../ui/form/fields.tsx'
import { OrderSection } from '../order-section.tsx'
import { AddressFields } from './address-fields.tsx'
import type { EditValues } from './edit-values.ts'

interface EditCustomerProps {
  form: UseFormReturnType<EditValues>
  disabled: boolean
}

/** The order's customer and address; the customer's own record doesn't change. */
export function EditCustomer({ form, disabled }: EditCustomerProps) {
  const field = (name: string) => ({ disabled, ...form.getInputProps(name) })
  return (
    <>
      <OrderSection title="Customer">
        <Fields>
          <TextInput label="Name" required {...field('customerName')} />
          <TextInput label="Email" type="email" required {...field('customerEmail')} />
          <TextInput label="Phone" type="tel" {...field('customerPhone')} />
        </Fields>
      </OrderSection>
      <OrderSection title="Shipping address">
        <AddressFields field={field} />
      </OrderSection>
    </>
  )
}
