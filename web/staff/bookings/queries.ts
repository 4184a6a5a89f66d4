import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { call, callPage } from '../api/client.ts'
import { showToast } from '../ui/toast.ts'

/** The bookings of one event, page by page. */
export function bookingsQuery(eventId: string) {
  return infiniteQueryOptions({
    queryKey: ['bookings', eventId],
    queryFn: ({ pageParam }) =>
      callPage(api.bookings.list, { params: { id: Number(eventId) }, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.rows),
  })
}

/** The host's cancel: the place is free again and the guest is told by mail (spec booking §4, §8). */
export function useCancelBooking(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(api.bookings.cancel, { params: { id } }),
    onSuccess: () =>
      showToast({
        title: 'Booking Cancelled',
        description: 'The booking has been cancelled and the customer has been notified.',
      }),
    onError: () => showToast({ tone: 'bad', title: 'Error', description: bookingMessages.hostCancelFailed }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: bookingsQuery(eventId).queryKey }),
  })
}
