import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** Who waits for an event, and its offers; they change by themselves as offers expire. */
export function waitlistQuery(eventId: number) {
  return queryOptions({
    queryKey: ['waitlist', String(eventId)],
    queryFn: () => call(api.waitlist.list, { params: { id: eventId } }),
    staleTime: 0,
    refetchInterval: 15_000,
  })
}

export function useMoveToTop(eventId: number) {
  return useReportedCall({
    call: (id: number) => call(api.waitlist.moveToTop, { params: { id } }),
    done: 'Moved to the top',
    failedTo: 'move guest',
    reloads: waitlistQuery(eventId).queryKey,
  })
}

export function useRemoveFromWaitlist(eventId: number) {
  return useReportedCall({
    call: (id: number) => call(api.waitlist.remove, { params: { id } }),
    done: 'Removed from the waitlist',
    failedTo: 'remove guest',
    reloads: waitlistQuery(eventId).queryKey,
  })
}

export function useOfferSlot(eventId: number) {
  return useReportedCall({
    call: ({ id, timeSlotId }: { id: number; timeSlotId: number }) =>
      call(api.waitlist.offer, { params: { id }, body: { timeSlotId } }),
    done: 'Spot offered',
    failedTo: 'offer spot',
    reloads: waitlistQuery(eventId).queryKey,
  })
}
