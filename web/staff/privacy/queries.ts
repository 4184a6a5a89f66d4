import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { PersonInput, Retention } from '@trunkshow/contract/privacy/schema.ts'
import { call } from '../api/client.ts'
import { failedTo } from '../ui/feedback/show-failure.ts'
import { showToast } from '../ui/feedback/toast.ts'

/** What erasing this person would reach, as it is now. */
export function erasureQuery(whom: PersonInput) {
  return queryOptions({
    queryKey: ['erasure', whom],
    queryFn: () => call(api.privacy.preview, { body: whom }),
    staleTime: 0,
  })
}

/** Erases a person from the company. They may stand on any screen, so every list is loaded again. */
export function useErase() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (whom: PersonInput) => call(api.privacy.erase, { body: whom }),
    meta: { failed: failedTo('erase this person') },
    onSuccess: () => showToast({ title: 'Personal data erased' }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}

/** How long the company keeps its guests' data. */
export function retentionQuery() {
  return queryOptions({ queryKey: ['company', 'retention'], queryFn: () => call(api.privacy.retention) })
}

export function useSaveRetention() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Retention) => call(api.privacy.saveRetention, { body }),
    meta: { keepsForm: true, failed: failedTo('save how long guest data is kept') },
    onSuccess: (saved) => {
      queryClient.setQueryData(retentionQuery().queryKey, saved)
      showToast({ title: 'Guest data setting saved' })
    },
  })
}
