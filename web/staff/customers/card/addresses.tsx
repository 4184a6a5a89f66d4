import { Box, Checkbox, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Address, addressInput, type Customer, fullName } from '@trunkshow/contract/customers/schema.ts'
import { type ReactNode, useId, useState } from 'react'
import { api, call } from '../../api/client.ts'
import { useMayDo } from '../../session/session-query.ts'
import { DeleteRecord } from '../../ui/dialog/dialog.tsx'
import { StateField } from '../../ui/form/fields.tsx'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { FieldRow } from '../../ui/form/form-shell.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { QuietButton, QuietText, SubtleButton, Tag } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { AddressLines } from '../address-lines.tsx'
import { addressesQuery } from '../queries.ts'
import styles from './addresses.module.css'

export interface CustomerProps {
  customer: Customer
  /** Opens a dialog over the list, so it outlives the customer's card or row; null closes it. */
  onDialog: (dialog: ReactNode) => void
}

/** A customer's addresses, fetched when first opened, so a page of customers needs only one call. */
export function Addresses({ customer, onDialog }: CustomerProps) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  return (
    <Box mt="xs" pt={4} style={{ borderTop: '1px solid var(--line)' }}>
      <SubtleButton
        size="compact-sm"
        ml="-xs"
        rightSection={<span className={styles.arrow} />}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={`Addresses of ${fullName(customer)}`}
        onClick={() => setOpen(!open)}
      >
        Addresses
      </SubtleButton>
      {open && (
        <div id={listId}>
          <AddressList customer={customer} onDialog={onDialog} />
        </div>
      )}
    </Box>
  )
}

export function AddressList({ customer, onDialog }: CustomerProps) {
  const addresses = useQuery(addressesQuery(customer.id))
  const mayEdit = useMayDo('orders.edit')
  if (addresses.isPending) return <p role="status">Loading addresses...</p>
  // If they couldn't be loaded, the list is empty.
  const list = addresses.data ?? []
  const close = () => onDialog(null)
  const edit = (address?: Address) =>
    onDialog(
      <AddressDialog
        customerId={customer.id}
        address={address}
        isFirst={addresses.data?.length === 0}
        onClose={close}
      />,
    )
  const remove = ({ id, street, city }: Address) =>
    onDialog(
      <DeleteRecord
        noun="address"
        call={() => call(api.addresses.remove, { params: { id } })}
        reloads={['customers']}
        onClose={close}
      >
        <strong>
          {street}, {city}
        </strong>{' '}
        will be deleted. This can’t be undone.
      </DeleteRecord>,
    )
  return (
    <>
      {list.length === 0 && <QuietText>No addresses yet</QuietText>}
      <Box component="ul" mb="xs" className={surfaces.between}>
        {list.map((address) => (
          <Group key={address.id} component="li" gap="0 12px" align="stretch" justify="space-between" py="xs">
            <AddressLines address={address}>
              {address.isDefault && <Tag tone="accent">Default</Tag>}
            </AddressLines>
            {mayEdit && (
              <RowMenu
                name={address.street}
                tasks={[
                  { label: 'Edit', onRun: () => edit(address) },
                  { label: 'Delete', danger: true, onRun: () => remove(address) },
                ]}
              />
            )}
          </Group>
        ))}
      </Box>
      {mayEdit && (
        <QuietButton size="compact-sm" onClick={() => edit()}>
          Add Address
        </QuietButton>
      )}
    </>
  )
}

interface AddressDialogProps {
  customerId: number
  /** The address to change; absent for a new one. */
  address: Address | undefined
  /** Whether it is the customer's first address, which becomes the default unless unchecked. */
  isFirst: boolean
  onClose: () => void
}

function AddressDialog({ customerId, address, isFirst, onClose }: AddressDialogProps) {
  const { form, dialog } = useCallForm({
    schema: addressInput(address),
    values: valuesOf(address, isFirst),
    call: (values) => {
      const body = { ...values, customerId }
      return address
        ? call(api.addresses.update, { params: { id: address.id }, body: { ...body, id: address.id } })
        : call(api.addresses.create, { params: { id: customerId }, body })
    },
    done: address ? 'Address updated' : 'Address added',
    failed: address ? 'Failed to update address' : 'Failed to add address',
    reloads: ['customers'],
    onClose,
  })
  return (
    <FormDialog
      title={address ? 'Edit Address' : 'Add Address'}
      {...dialog}
      submitLabel={address ? 'Save' : 'Add Address'}
      sticky
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
