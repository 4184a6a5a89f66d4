import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { PersonInput } from '@trunkshow/contract/privacy/schema.ts'
import { call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** Previews erasing this person. */
export function erasureQuery(person: PersonInput) {
  return queryOptions({
    queryKey: ['erasure', person],
    queryFn: () => call(api.privacy.preview, { body: person }),
    staleTime: 0,
  })
}

/** Erases a person from the company. They may appear on any screen, so every list reloads. */
export function useErase() {
  return useReportedCall({
    call: (person: PersonInput) => call(api.privacy.erase, { body: person }),
    done: 'Personal data erased',
    failedTo: 'erase this person',
    reloads: [],
  })
}
