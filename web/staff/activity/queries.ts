import type { activityScreen, securityScreen } from '@trunkshow/contract/activity/screens.ts'
import { api } from '@trunkshow/contract/api.ts'
import type { z } from 'zod'
import { callPage } from '../api/client.ts'
import { pagedQuery } from '../api/paged-query.ts'

/** The log's filters, kept in the page's URL. */
export type ActivityFilter = z.output<typeof activityScreen.search>

/** The company's activity log, paged, latest first. Reloaded every time it is opened. */
export function activityQuery(filter: ActivityFilter) {
  return pagedQuery(
    ['activity', filter],
    (cursor) => callPage(api.activity.list, { query: { ...filter, cursor } }),
    { staleTime: 0 },
  )
}

/** The security log's filters, kept in the page's URL. */
export type SecurityFilter = z.output<typeof securityScreen.search>

/** The company's security log, as `activityQuery`. */
export function securityQuery(filter: SecurityFilter) {
  return pagedQuery(
    ['security', filter],
    (cursor) => callPage(api.activity.security, { query: { ...filter, cursor } }),
    { staleTime: 0 },
  )
}
