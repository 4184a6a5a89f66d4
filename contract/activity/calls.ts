import { z } from 'zod'
import { endpoint, id, page } from '../endpoint.ts'
import { activitySubjects } from './rules.ts'
import { loggedActivity } from './schema.ts'

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
} as const
