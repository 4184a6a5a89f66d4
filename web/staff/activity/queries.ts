import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { activityScreen, securityScreen } from '@trunkshow/contract/activity/screens.ts'
import { api } from '@trunkshow/contract/api.ts'
import type { z } from 'zod'
import { callPage, joinPages } from '../api/client.ts'

/** The log's filters, kept in the page's URL. */
export type ActivityFilter = z.output<typeof activityScreen.search>

/** The company's activity log, paged, latest first. Reloaded every time it is opened. */
export function activityQuery(filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: ['activity', filter],
    queryFn: ({ pageParam }) => callPage(api.activity.list, { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: joinPages,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The security log's filters, kept in the page's URL. */
export type SecurityFilter = z.output<typeof securityScreen.search>

/** The company's security log, as `activityQuery`. */
export function securityQuery(filter: SecurityFilter) {
  return infiniteQueryOptions({
    queryKey: ['security', filter],
    queryFn: ({ pageParam }) => callPage(api.activity.security, { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: joinPages,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
