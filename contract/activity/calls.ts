import { get, paged } from '../endpoint.ts'
import { loggedActivity, securityEntry } from './schema.ts'
import { whichActivity, whichSecurity } from './screens.ts'

/** The company's log of who did what. */
export const activityCalls = {
  list: get('/api/activity', 'company.manage', paged(whichActivity, loggedActivity)),
  /** Its log of log-ins, and of what changed who may see what. */
  security: get('/api/security-log', 'company.manage', paged(whichSecurity, securityEntry)),
} as const
