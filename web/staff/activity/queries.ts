import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { ActivitySubject, SecurityKind } from '@trunkshow/contract/activity/rules.ts'
import { api } from '@trunkshow/contract/api.ts'
import { callPage, joinPages } from '../api/client.ts'

/** The log's filters, kept in the page's URL. */
export interface ActivityFilter {
  /** The user's ID. */
  userId?: number | undefined
  subject?: ActivitySubject | undefined
}

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
export interface SecurityFilter {
  /** The user's ID. */
  userId?: number | undefined
  kind?: SecurityKind | undefined
}

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
