import { z } from 'zod'
import { endpoint, page } from '../endpoint.ts'
import { loggedActivity, securityEntry } from './schema.ts'
import { whichActivity, whichSecurity } from './screens.ts'

/** The company's log of who did what. */
export const activityCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/activity',
    access: 'company.manage',
    query: page.extend(whichActivity.shape),
    output: z.array(loggedActivity),
  }),
  /** Its log of log-ins, and of what changed who may see what. */
  security: endpoint({
    method: 'GET',
    path: '/api/security-log',
    access: 'company.manage',
    query: page.extend(whichSecurity.shape),
    output: z.array(securityEntry),
  }),
} as const
