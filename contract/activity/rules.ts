/** Every action the activity log records; the words for it are in `messages.ts`. */
export const activities = [
  'company.saved',
  'company.page',
  'user.invited',
  'user.reinvited',
  'user.joined',
  'user.role',
  'user.deactivated',
  'user.reactivated',
  'user.removed',
  'event.created',
  'event.changed',
  'event.deleted',
  'tour.created',
  'tour.changed',
  'tour.deleted',
  'slot.created',
  'slot.changed',
  'slot.deleted',
  'slots.updated',
  'booking.created',
  'booking.changed',
  'booking.moved',
  'booking.cancelled',
  'booking.emailed',
  'booking.emailDismissed',
  'waitlist.moved',
  'waitlist.removed',
  'waitlist.offered',
  'waitlist.emailed',
  'waitlist.emailDismissed',
  'coHost.invited',
  'coHost.joined',
  'coHost.removed',
  'customer.created',
  'customer.changed',
  'customer.archived',
  'customer.restored',
  'customer.deleted',
  'customer.merged',
  'customer.erased',
  'customer.dataRequested',
  'booking.erased',
  'waitlist.erased',
  'guests.erased',
  'guests.retention',
  'company.notices',
  'product.created',
  'product.changed',
  'product.deleted',
  'template.created',
  'template.changed',
  'template.archived',
  'template.restored',
  'template.deleted',
  'discount.created',
  'discount.changed',
  'discount.deleted',
  'order.created',
  'order.changed',
  'order.status',
  'order.discounted',
  'order.commented',
  'order.attached',
  'order.detached',
  'order.cancelled',
  'order.shopify',
  'order.deleted',
  'import.started',
  'store.connected',
  'store.disconnected',
  'store.enabled',
  'store.redacted',
  'store.disabled',
] as const
export type Activity = (typeof activities)[number]

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

/**
 * Everything the security log records, with its kind: what the activity log does not, and of that log what changes who
 * may see what, or erases people (decision 064).
 */
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
