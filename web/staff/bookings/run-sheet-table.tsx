import { formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { RunSheetRow } from './run-sheet.ts'
import styles from './run-sheet-page.module.css'

/** A row for each time: its guests with a box to tick each, and the places still free. */
export function RunSheetTable({ rows }: { rows: readonly RunSheetRow[] }) {
  const guests = rows.reduce((sum, row) => sum + row.guests.length, 0)
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>
        {guests} {guests === 1 ? 'guest' : 'guests'} in {rows.length} {rows.length === 1 ? 'time' : 'times'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Guests</th>
          <th scope="col">Free</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ slot, guests }) => (
          <tr key={slot.id}>
            <th scope="row">{formatTimeRange(slot.startTime, slot.endTime)}</th>
            <td>
              <ul className={styles.guests}>
                {guests.map((guest) => (
                  <li key={guest.id}>
                    <span className={styles.box} aria-hidden="true" />
                    <span className={styles.name}>{guest.attendeeName}</span>
                    <span className={styles.email}>{guest.attendeeEmail}</span>
                  </li>
                ))}
              </ul>
            </td>
            <td>{slot.availableSpots}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
