import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'

/** Who works when at an event, and whom they serve; follows its bookings. */
export const teamQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['bookings', String(eventId), 'team'],
    queryFn: () => call(api.assignees.team, { params: { id: eventId } }),
  })
