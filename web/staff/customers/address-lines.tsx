import { Stack } from '@mantine/core'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { ReactNode } from 'react'

interface AddressLinesProps {
  address: Record<'street' | 'street2' | 'city' | 'state' | 'zip', string | null>
  /** Shown above the street. */
  children?: ReactNode
}

/** A US address, as on an envelope. */
export function AddressLines({ address, children }: AddressLinesProps) {
  const { street, street2, city, state, zip } = address
  return (
    <Stack component="address" gap={0} align="start" miw={0}>
      {children}
      <span>{street}</span>
      {street2 && <span>{street2}</span>}
      <span>
        {city}, {state} {zip}
      </span>
      <span>USA</span>
    </Stack>
  )
}

export function ShippingAddress({ order }: { order: Order }) {
  const { customerAddress: street, customerAddress2: street2, customerCity: city } = order
  return (
    <AddressLines address={{ street, street2, city, state: order.customerState, zip: order.customerZip }} />
  )
}
