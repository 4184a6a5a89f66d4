import { readCanceled, readStart } from './read-when.ts'

/** Makes of a row's cells what the schema of bookings checks, and whether it was canceled. */
export function shapeBooking(cells: Record<string, string>): Record<string, unknown> {
  const { name = '', firstName = '', lastName = '', email = '', phone = '' } = cells
  return {
    isCanceled: readCanceled(cells.canceled) === true,
    name: name.trim() || `${firstName} ${lastName}`.trim(),
    email,
    phone,
    partySize: cells.partySize ?? '',
    start: readStart(cells.date, cells.start),
    notes: cells.notes ?? '',
  }
}
