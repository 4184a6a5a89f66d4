import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { addDays } from '@trunkshow/contract/dates.ts'
import type { ReportScope } from '@trunkshow/contract/reports/schema.ts'
import type { reportsScreen } from '@trunkshow/contract/reports/screens.ts'
import type { z } from 'zod'
import { call } from '../api/client.ts'

type ReportSearch = z.output<typeof reportsScreen.search>

/** The report that a URL is about: by default the twelve months until today, `yyyy-MM-dd`. */
export function scopeOf({ eventId, from, to }: ReportSearch, today: string): ReportScope {
  if (eventId) return { eventId }
  const last = to ?? today
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
