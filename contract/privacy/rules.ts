/** Whether a customer was erased: no other is without an email (decision 034). */
export const isErased = ({ email }: { email: string }) => email === ''

/** The same of a booking. */
export const isErasedGuest = ({ attendeeEmail }: { attendeeEmail: string }) => attendeeEmail === ''

/** How many months a company may keep its guests' data after an event. */
export const retentionMonths = { least: 1, most: 60 } as const

/** How long a link to one's own data works, in hours. */
export const DATA_LINK_HOURS = 24
