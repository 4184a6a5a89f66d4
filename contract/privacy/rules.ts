/** Whether a customer was erased: only erased ones have no email (decision 034). */
export const isErased = ({ email }: { email: string }) => email === ''

/** Whether a booking's guest was erased, by the same rule; null is one that staff booked without an email. */
export const isErasedGuest = ({ attendeeEmail }: { attendeeEmail: string | null }) => attendeeEmail === ''

/** How many months a company can keep its guests' data after an event. */
export const retentionMonths = { least: 1, most: 60 } as const

/** Hours until a guest's link to their data expires. */
export const DATA_LINK_HOURS = 24
