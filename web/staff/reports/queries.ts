import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { addDays, isDate } from '@trunkshow/contract/dates.ts'
import type { ReportScope } from '@trunkshow/contract/reports/schema.ts'
import { call } from '../api/client.ts'

/** What the page's URL says; see the route. */
export interface ReportSearch {
  eventId?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The report that a URL is about: by default the twelve months until today, `yyyy-MM-dd`. */
export function scopeOf({ eventId, from, to }: ReportSearch, today: string): ReportScope {
  if (eventId) return { eventId }
  const last = to && isDate(to) ? to : today
  return { from: from ?? addDays(last, -364), to: last }
}

export function reportQuery(scope: ReportScope) {
  return queryOptions({
    queryKey: ['reports', scope],
    queryFn: () => call(api.reports.get, { query: scope }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
