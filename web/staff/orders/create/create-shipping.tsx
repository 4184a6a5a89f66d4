import { NativeSelect } from '@mantine/core'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { AddressFields } from '../edit/address-fields.tsx'
import { OrderSection } from '../order-section.tsx'
import styles from './create-shipping.module.css'
import { useFailureToast } from './use-failure-toast.ts'
import type { NewOrder } from './use-new-order.ts'

/** The shipping address: one of the customer's, or a new one, which is added to them. */
export function CreateShipping({ order: { form, chosen, choose, addresses } }: { order: NewOrder }) {
  const { place } = chosen
  const saved = addresses.data ?? []
  useFailureToast(addresses.data ? null : addresses.error, 'Failed to fetch addresses')
  const choosePlace = (value: string) =>
    choose({ place: value === 'new' || value === 'none' ? value : Number(value) })
  return (
    <OrderSection title="Shipping address">
      {addresses.isError && !addresses.data && (
        <RetryLine list={addresses}>Failed to fetch addresses</RetryLine>
      )}
      {saved.length > 0 && (
        <NativeSelect
          label="Ships to"
          mb="md"
          value={place}
          error={form.errors.addressId}
          onChange={({ currentTarget }) => choosePlace(currentTarget.value)}
          data={[
            { value: 'none', label: 'No shipping address' },
            ...saved.map(({ id, street, city, isDefault }) => ({
              value: String(id),
              label: `${street}, ${city}${isDefault ? ' (default)' : ''}`,
            })),
            { value: 'new', label: 'New address' },
          ]}
        />
      )}
      {place === 'new' && (
        <>
          <p className={styles.hint}>
            We’ll save this to the customer’s address book. Leave it blank if you’re not shipping.
          </p>
          <AddressFields field={form.getInputProps} />
        </>
      )}
    </OrderSection>
  )
}
