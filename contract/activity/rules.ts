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
  'measurementSet',
  'order',
  'store',
  'import',
] as const
export type ActivitySubject = (typeof activitySubjects)[number]

/** All that the security log records, by kind, which its filter uses; some of the activity log's entries too (decision 064). */
export const securityActions = {
  login: ['registered', 'loggedIn', 'loggedOut', 'sessionEnded', 'sessionsEnded'],
  account: ['passwordChanged', 'passwordReset', 'emailRequested', 'emailChanged'],
  access: [
    'user.invited',
    'user.reinvited',
    'user.joined',
    'user.role',
    'user.deactivated',
    'user.reactivated',
    'user.removed',
    'coHost.invited',
    'coHost.joined',
    'coHost.removed',
    'store.connected',
    'store.disconnected',
    'stripe.connected',
    'stripe.disconnected',
  ],
  export: ['listExported', 'personExported'],
  erasure: ['customer.erased', 'booking.erased', 'waitlist.erased', 'guests.erased'],
  feed: ['feedCreated', 'feedEnded'],
  dataLink: ['dataLinkSent', 'dataLinkOpened', 'dataDownloaded'],
} as const
export type SecurityKind = keyof typeof securityActions
export type SecurityAction = (typeof securityActions)[SecurityKind][number]
export const securityKinds = Object.keys(securityActions) as [SecurityKind, ...SecurityKind[]]

/** The actions of a kind. */
export const actionsOfKind = (kind: SecurityKind): readonly SecurityAction[] => securityActions[kind]

/** The kind of an action; undefined for one that only the activity log records. */
export const securityKindOf = (action: SecurityAction | Activity): SecurityKind | undefined =>
  securityKinds.find((kind) => actionsOfKind(kind).some((one) => one === action))

/** Whether it was done; refused for a wrong password, or after too many of them. */
export const securityOutcomes = ['done', 'wrong', 'limited'] as const
export type SecurityOutcome = (typeof securityOutcomes)[number]

/** Days until an entry of the security log is deleted. */
export const SECURITY_LOG_DAYS = 180
