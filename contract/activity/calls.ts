import { z } from 'zod'
import { endpoint, id, page } from '../endpoint.ts'
import { activitySubjects, securityKinds } from './rules.ts'
import { loggedActivity, securityEntry } from './schema.ts'

/** The company's log of who did what. */
export const activityCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/activity',
    access: 'company.manage',
    query: page.extend({
      userId: id.optional(),
      subject: z.enum(activitySubjects).optional(),
      subjectId: id.optional(),
    }),
    output: z.array(loggedActivity),
  }),
  /** Its log of log-ins, and of what changed who may see what. */
  security: endpoint({
    method: 'GET',
    path: '/api/security-log',
    access: 'company.manage',
    query: page.extend({ userId: id.optional(), kind: z.enum(securityKinds).optional() }),
    output: z.array(securityEntry),
  }),
} as const
