import { Box, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Address, Customer } from '@trunkshow/contract/customers/schema.ts'
import { type ReactNode, useId, useState } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { DeleteDialog } from '../../ui/dialog/delete-dialog.tsx'
import { Tag } from '../../ui/list/tag.tsx'
import { AddressLines } from '../address-lines.tsx'
import { fullName } from '../full-name.ts'
import { AddressDialog } from './address-dialog.tsx'
import styles from './addresses.module.css'
import { addressesQuery, useDeleteAddress } from './addresses-queries.ts'

interface AddressesProps {
  customer: Customer
  /** Opens a dialog over the list of customers; null closes it. */
  onDialog: (dialog: ReactNode) => void
}

/** A customer's addresses, fetched when first opened, so a page of customers needs only one call. */
export function Addresses({ customer, onDialog }: AddressesProps) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  return (
    <div className={styles.addresses}>
      <Button
        variant="subtle"
        size="compact-sm"
        ml="-xs"
        className={styles.toggle}
        rightSection={<span className={styles.arrow} />}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={`Addresses of ${fullName(customer)}`}
        onClick={() => setOpen(!open)}
      >
        Addresses
      </Button>
      {open && (
        <div id={listId}>
          <AddressList customer={customer} onDialog={onDialog} />
        </div>
      )}
    </div>
  )
}

/** A customer's addresses, to add, change and delete. */
export function AddressList({ customer, onDialog }: AddressesProps) {
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
  return (
    <>
      {list.length === 0 && (
        <Text mb="xs" c="dimmed">
          No addresses yet
        </Text>
      )}
      <Box component="ul" mb="xs" className={styles.list}>
        {list.map((address) => (
          <Group key={address.id} component="li" gap="0 12px" align="stretch" justify="space-between" py="xs">
            <AddressLines address={address}>
              {address.isDefault && <Tag tone="accent">Default</Tag>}
            </AddressLines>
            {mayEdit && (
              <Group gap={0} align="start" wrap="nowrap" mr="-xs">
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Edit ${address.street}`}
                  onClick={() => edit(address)}
                >
                  Edit
                </Button>
                <Button
                  variant="subtle"
                  color="bad"
                  size="compact-sm"
                  aria-label={`Delete ${address.street}`}
                  onClick={() => onDialog(<DeleteAddressDialog address={address} onClose={close} />)}
                >
                  Delete
                </Button>
              </Group>
            )}
          </Group>
        ))}
      </Box>
      {mayEdit && (
        <Button variant="default" size="compact-sm" onClick={() => edit()}>
          Add Address
        </Button>
      )}
    </>
  )
}

/** Confirms deleting an address. */
function DeleteAddressDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const remove = useDeleteAddress()
  return (
    <DeleteDialog
      noun="address"
      loading={remove.isPending}
      onDelete={() => remove.mutate(address.id, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>
        {address.street}, {address.city}
      </strong>{' '}
      will be deleted. This can’t be undone.
    </DeleteDialog>
  )
}
