import { z } from 'zod'
import { firstCall, id, searchOf } from '../endpoint.ts'
import { paths } from '../paths.ts'
import { activitySubjects, securityKinds } from './rules.ts'

/** Filters of the activity log. */
export const whichActivity = z.strictObject({
  userId: id.optional(),
  subject: z.enum(activitySubjects).optional(),
  subjectId: id.optional(),
})
export const activityScreen = {
  path: paths.activity,
  search: searchOf(whichActivity.omit({ subjectId: true })),
}
export const firstCallsOfActivity = (filter: z.output<typeof activityScreen.search>) => [
  firstCall('company.users'),
  firstCall('activity.list', filter),
]

/** Filters of the security log. */
export const whichSecurity = z.strictObject({
  userId: id.optional(),
  kind: z.enum(securityKinds).optional(),
})
export const securityScreen = { path: paths.security, search: searchOf(whichSecurity) }
export const firstCallsOfSecurity = (filter: z.output<typeof securityScreen.search>) => [
  firstCall('company.users'),
  firstCall('activity.security', filter),
]
