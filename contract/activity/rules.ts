import type { activityVerbs } from './messages.ts'

/** What the activity log records. */
export type Activity = keyof typeof activityVerbs

/** The kinds of record an entry is about; the log's filters use them. */
export const activitySubjects = [
  'company',
  'user',
  'event',
  'tour',
  'booking',
  'waitlist',
  'customer',
  'product',
  'customization',
  'option',
  'template',
  'discount',
  'order',
  'store',
  'import',
] as const
export type ActivitySubject = (typeof activitySubjects)[number]

/** What entries of the security log are about; its filter uses them. */
export const securityKinds = ['login', 'account', 'access', 'export', 'erasure', 'feed', 'dataLink'] as const
export type SecurityKind = (typeof securityKinds)[number]

/** All that the security log records, with its kind; some of the activity log's entries too (decision 064). */
export const securityActions = {
  registered: 'login',
  loggedIn: 'login',
  loggedOut: 'login',
  sessionEnded: 'login',
  sessionsEnded: 'login',
  passwordChanged: 'account',
  passwordReset: 'account',
  emailRequested: 'account',
  emailChanged: 'account',
  'user.invited': 'access',
  'user.reinvited': 'access',
  'user.joined': 'access',
  'user.role': 'access',
  'user.deactivated': 'access',
  'user.reactivated': 'access',
  'user.removed': 'access',
  'coHost.invited': 'access',
  'coHost.joined': 'access',
  'coHost.removed': 'access',
  'store.connected': 'access',
  'store.disconnected': 'access',
  listExported: 'export',
  personExported: 'export',
  'customer.erased': 'erasure',
  'booking.erased': 'erasure',
  'waitlist.erased': 'erasure',
  'guests.erased': 'erasure',
  feedCreated: 'feed',
  feedEnded: 'feed',
  dataLinkSent: 'dataLink',
  dataLinkOpened: 'dataLink',
  dataDownloaded: 'dataLink',
} as const satisfies Partial<Record<Activity, SecurityKind>> & Record<string, SecurityKind>
export type SecurityAction = keyof typeof securityActions

/** The actions of a kind. */
export const actionsOfKind = (kind: SecurityKind): SecurityAction[] =>
  (Object.keys(securityActions) as SecurityAction[]).filter((action) => securityActions[action] === kind)

/** Whether it was done; refused for a wrong password, or after too many of them. */
export const securityOutcomes = ['done', 'wrong', 'limited'] as const
export type SecurityOutcome = (typeof securityOutcomes)[number]

/** Days until an entry of the security log is deleted. */
export const SECURITY_LOG_DAYS = 180
