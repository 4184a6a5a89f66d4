/** The roles of design §9. A user of the company holds one; it is read anew at every request. */
export const roles = ['admin', 'order management', 'view only'] as const
export type Role = (typeof roles)[number]

/** The table of design §9 as data: which roles hold which right. A right arrives with its endpoints. */
export const rights = {
  'events.see': ['admin', 'order management', 'view only'],
  'events.edit': ['admin', 'order management'],
  'events.delete': ['admin'],
  'bookings.see': ['admin', 'order management', 'view only'],
  'bookings.manage': ['admin', 'order management'],
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rights

/** Whether a role holds a right (design §9). Screens hide what this denies, the server refuses it with 403. */
export function mayDo(role: Role, right: Right): boolean {
  return (rights[right] as readonly Role[]).includes(role)
}
