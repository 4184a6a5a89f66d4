import type { Role } from '@trunkshow/contract/permissions.ts'
import type { World } from './world.ts'

/** A request to an endpoint, and who may make it. */
export interface Row {
  /** The request, aimed at a record of the test company. */
  aim: (world: World) => [url: string, body?: unknown]
  /** Roles of the company that are allowed; others get 403. `all` includes guests. */
  may: readonly Role[] | 'all'
  /** The status for allowed callers. */
  success: number
  /** The status for an admin of another company who knows all ids. */
  foreign: number
  /** The status for such an admin who co-hosts the event; the same by default. */
  coHost?: number
}

export const staff = ['admin', 'order management'] as const
export const admins = ['admin'] as const
