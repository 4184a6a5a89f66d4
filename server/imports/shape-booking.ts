import { readCanceled, readStart } from './read-when.ts'

/** Makes of a row's cells what the schema of bookings checks; of a canceled one, nothing else counts. */
export function shapeBooking(cells: Record<string, string>): Record<string, unknown> {
  if (readCanceled(cells.canceled)) return { isCanceled: true }
  const { name = '', firstName = '', lastName = '', email = '', phone = '' } = cells
  return {
    isCanceled: false,
    name: name.trim() || `${firstName} ${lastName}`.trim(),
    email,
    phone,
    partySize: cells.partySize ?? '',
    start: readStart(cells.date, cells.start),
    notes: cells.notes ?? '',
  }
}
