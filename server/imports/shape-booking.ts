import { readStart } from './read-start.ts'

/** What Calendly, Acuity and our own export write into the column of canceled appointments. */
const isCanceledCell = (cell: string) => /^(true|yes|y|1|cancell?ed)$/i.test(cell.trim())

/** Makes of a row's cells what the schema of bookings checks; of a canceled one, nothing else counts. */
export function shapeBooking(cells: Record<string, string>): Record<string, unknown> {
  if (isCanceledCell(cells.canceled ?? '')) return { isCanceled: true }
  const { name = '', firstName = '', lastName = '', email = '', phone = '' } = cells
  return {
    isCanceled: false,
    name: name.trim() || `${firstName} ${lastName}`.trim(),
    email,
    // Exports put an apostrophe before digits, so that spreadsheets keep them as text.
    phone: phone.replace(/^'(?=[\d+])/, ''),
    partySize: cells.partySize ?? '',
    start: readStart(cells.date, cells.start),
    notes: cells.notes ?? '',
  }
}
