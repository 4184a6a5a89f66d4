import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import { api } from '@trunkshow/contract/api.ts'
import { callPage } from '../api/client.ts'

/** Which part of the log is looked at: the address of the page holds it. */
export interface ActivityFilter {
  /** Who acted, by their number. */
  userId?: number | undefined
  subject?: ActivitySubject | undefined
}

/** The company's activity log, page by page, the latest first. Reloaded each time it is opened. */
export function activityQuery(filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: ['activity', filter],
    queryFn: ({ pageParam }) => callPage(api.activity.list, { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.rows),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
