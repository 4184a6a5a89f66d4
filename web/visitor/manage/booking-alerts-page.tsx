import type { BookingAlertsPage as BookingAlerts } from '@trunkshow/contract/visitor-page.ts'
import styles from '../shell/message-page.module.css'
import ui from '../shell/ui.module.css'

/** Asks before alerts are turned off, by a plain form post, since mail scanners open every link; also turns them on again. */
export function BookingAlertsPage({ page: { company, off } }: { page: BookingAlerts }) {
  return (
    <div className={ui.narrow}>
      <form className={styles.panel} method="post" encType="multipart/form-data">
        <h1>{off ? 'Booking alerts are off' : 'Turn off booking alerts?'}</h1>
        <p>
          {off
            ? `We no longer email you about bookings${company ? ` with ${company}` : ''}.`
            : `We email you when guests${company ? ` of ${company}` : ''} book, change, or cancel.`}
        </p>
        <input type="hidden" name="turn" value={off ? 'on' : 'off'} />
        <button type="submit" className={off ? ui.secondary : ui.primary}>
          {off ? 'Turn them on again' : 'Turn off booking alerts'}
        </button>
      </form>
    </div>
  )
}
