/** Everything the activity log can say, each with the words for people. Later features add theirs. */
export const activities = {
  'company.saved': 'saved the company details',
  'user.invited': 'invited',
  'user.reinvited': 'sent a new invitation to',
  'user.joined': 'accepted the invitation',
  'user.role': 'changed the role of',
  'user.deactivated': 'deactivated',
  'user.reactivated': 'reactivated',
  'user.removed': 'removed',
  'event.created': 'created',
  'event.changed': 'changed',
  'event.deleted': 'deleted',
  'slot.created': 'added a time slot to',
  'slot.changed': 'changed a time slot of',
  'slot.deleted': 'deleted a time slot of',
  'slots.updated': 'updated the time slots of',
  'booking.moved': 'moved the booking of',
  'booking.cancelled': 'cancelled the booking of',
  'coHost.invited': 'invited a co-host to',
  'coHost.joined': 'became co-host of',
  'coHost.removed': 'removed a co-host of',
  'customer.created': 'added',
  'customer.changed': 'changed',
  'customer.archived': 'archived',
  'customer.restored': 'restored',
  'customer.deleted': 'deleted',
  'customer.merged': 'merged another customer into',
  'product.created': 'added',
  'product.changed': 'changed',
  'product.deleted': 'deleted',
  'import.started': 'imported the file',
} as const
export type Activity = keyof typeof activities

/** What an entry is about; filters of the log are made of these. */
export const activitySubjects = [
  'company',
  'user',
  'event',
  'booking',
  'customer',
  'product',
  'import',
] as const
export type ActivitySubject = (typeof activitySubjects)[number]
