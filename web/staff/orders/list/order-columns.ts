/** The table's columns that staff can hide; the others say which order it is and what to do with it. */
export const orderColumns = { date: 'Date', items: 'Items', event: 'Event', status: 'Status' } as const
export type OrderColumn = keyof typeof orderColumns
