import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'

/** The company's measurement sets, by name. */
export const setsQuery = () =>
  queryOptions({ queryKey: ['measurements', 'sets'], queryFn: () => call(api.measurements.sets) })

/** What was measured of a customer, latest first. */
export const measuringsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['measurements', 'of', customerId],
    queryFn: () => call(api.measurements.list, { params: { id: customerId } }),
    staleTime: 0,
  })
