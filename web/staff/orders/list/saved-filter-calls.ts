import { api } from '@trunkshow/contract/api.ts'
import type { OrderFilter } from '@trunkshow/contract/orders/screens.ts'
import { call } from '../../api/client.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { savedFiltersQuery } from '../queries.ts'

const reloads = savedFiltersQuery().queryKey

export function useSaveFilter() {
  return useReportedCall({
    call: (body: { name: string; filter: OrderFilter }) => call(api.savedFilters.save, { body }),
    done: 'Filter saved',
    failed: 'Failed to save the filter',
    reloads,
    keepsForm: true,
  })
}

export function useRemoveFilter() {
  return useReportedCall({
    call: (id: number) => call(api.savedFilters.remove, { params: { id } }),
    done: 'Filter deleted',
    failed: 'Failed to delete the filter',
    reloads,
  })
}
