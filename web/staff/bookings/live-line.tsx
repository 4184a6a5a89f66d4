import { useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import styles from './live-line.module.css'

interface LiveLineProps {
  /** Active bookings now; undefined until they are known. */
  bookings: number | undefined
  /** Why the last look at the server failed; null when it did not. */
  error: Error | null
}

/** Says, without getting in the way, that guests have booked while the page is open, or that it is out of touch. */
export function LiveLine({ bookings, error }: LiveLineProps) {
  const [seen, setSeen] = useState({ bookings, arrived: 0 })
  if (bookings !== undefined && bookings !== seen.bookings) {
    const risen = Math.max(0, bookings - (seen.bookings ?? bookings))
    setSeen({ bookings, arrived: seen.arrived + risen })
  }
  const { arrived } = seen
  return (
    <p className={styles.line} role="status" data-tone={error ? 'warn' : 'good'}>
      {error
        ? `Not up to date. ${sentenceOf(error)}`
        : arrived > 0 && `${arrived} new ${arrived === 1 ? 'booking' : 'bookings'}`}
    </p>
  )
}
