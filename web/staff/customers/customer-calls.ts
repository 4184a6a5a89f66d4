import { api } from '@trunkshow/contract/api.ts'
import type { CustomerChange, CustomerInput, CustomerMerge } from '@trunkshow/contract/customers/schema.ts'
import { call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

interface CustomerCallTexts {
  done: string
  failed: string
  /** Whether the call belongs to a form being edited. */
  keepsForm?: boolean
}

/** Changes customers or their addresses, then reloads their lists. */
export function useCustomerCall<Input, Output>(
  call: (input: Input) => Promise<Output>,
  texts: CustomerCallTexts,
) {
  return useReportedCall({ call, ...texts, reloads: ['customers'] })
}

export function useCreateCustomer() {
  return useCustomerCall((body: CustomerInput) => call(api.customers.create, { body }), {
    done: 'Customer created',
    failed: 'Failed to create customer',
    keepsForm: true,
  })
}

/** Changes a customer; rejected if another user changed them since the version sent. */
export function useUpdateCustomer(id: number) {
  return useCustomerCall((body: CustomerChange) => call(api.customers.update, { params: { id }, body }), {
    done: 'Customer updated',
    failed: 'Failed to update customer',
    keepsForm: true,
  })
}

/** Hides a customer from lists and pickers without deleting anything (docs/product.md, Customers and addresses). */
export function useArchiveCustomer() {
  return useCustomerCall((id: number) => call(api.customers.archive, { params: { id } }), {
    done: 'Customer archived',
    failed: 'Failed to archive customer',
  })
}

export function useRestoreCustomer() {
  return useCustomerCall((id: number) => call(api.customers.restore, { params: { id } }), {
    done: 'Customer restored',
    failed: 'Failed to restore customer',
  })
}

export function useDeleteCustomer() {
  return useCustomerCall((id: number) => call(api.customers.remove, { params: { id } }), {
    done: 'Customer deleted',
    failed: 'Failed to delete customer',
  })
}

/** Merges two customers as previewed; the other one is deleted. */
export function useMergeCustomers() {
  return useCustomerCall(
    ({ result, other }: CustomerMerge) =>
      call(api.customers.merge, {
        params: { id: result.id, otherId: other.id },
        body: { version: result.version, otherVersion: other.version },
      }),
    { done: 'Customers merged', failed: 'Failed to merge customers' },
  )
}
