import { queryOptions } from '@tanstack/react-query'
import type { FollowUp } from '@trunkshow/contract/follow-ups/schema.ts'
import type { z } from 'zod'
import { api, call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** A person's follow-ups, those of an event's guests, or all that are due. */
export const followUpsQuery = (query: z.output<typeof api.followUps.list.query> = {}) =>
  queryOptions({
    queryKey: ['follow-ups', query],
    queryFn: () => call(api.followUps.list, { query }),
    staleTime: 0,
  })

/** Closes a follow-up, which can be undone, or opens it again. */
export function useClosing() {
  const sent = ({ id, version }: FollowUp) => ({ params: { id }, body: { version } })
  const reloads = ['follow-ups']
  const reopen = useReportedCall({
    call: (followUp: FollowUp) => call(api.followUps.reopen, sent(followUp)),
    done: 'Follow-up reopened',
    failed: 'Failed to reopen follow-up',
    reloads,
  })
  const close = useReportedCall({
    call: (followUp: FollowUp) => call(api.followUps.close, sent(followUp)),
    done: (closed) => ({
      title: 'Follow-up done',
      actions: [{ label: 'Undo', act: () => reopen.mutate(closed) }],
    }),
    failed: 'Failed to close follow-up',
    reloads,
  })
  return { close, reopen }
}
