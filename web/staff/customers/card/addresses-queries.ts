import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { AddressInput } from '@trunkshow/contract/customers/schema.ts'
import { call } from '../../api/client.ts'
import { useCustomerCall } from '../customer-calls.ts'

/** A customer's addresses, the default one first. */
export function addressesQuery(customerId: number) {
  return queryOptions({
    queryKey: ['customers', 'addresses', customerId],
    queryFn: () => call(api.addresses.list, { params: { id: customerId } }),
  })
}

/** Adds an address to a customer, or changes the one with this id. */
export function useSaveAddress(customerId: number, addressId?: number) {
  const isNew = addressId === undefined
  return useCustomerCall(
    (body: AddressInput) =>
      isNew
        ? call(api.addresses.create, { params: { id: customerId }, body: { ...body, customerId } })
        : call(api.addresses.update, {
            params: { id: addressId },
            body: { ...body, id: addressId, customerId },
          }),
    {
      done: isNew ? 'Address added' : 'Address updated',
      failed: isNew ? 'Failed to add address' : 'Failed to update address',
      keepsForm: true,
    },
  )
}

export function useDeleteAddress() {
  return useCustomerCall((id: number) => call(api.addresses.remove, { params: { id } }), {
    done: 'Address deleted',
    failed: 'Failed to delete address',
  })
}
