import type { BookingAlertsPage as BookingAlerts } from '@trunkshow/contract/visitor-page.ts'
import styles from '../shell/message-page.module.css'
import ui from '../shell/ui.module.css'

const words = {
  notices: {
    name: 'booking alerts',
    on: (company: string | null) =>
      `We email you when guests${company ? ` of ${company}` : ''} book, change, or cancel.`,
    off: (company: string | null) =>
      `We no longer email you about bookings${company ? ` with ${company}` : ''}.`,
  },
  thanks: {
    name: 'thank-you emails',
    on: (company: string | null) =>
      `We email you the day after an appointment${company ? ` with ${company}` : ''}. You’ll still get confirmations and reminders.`,
    off: (company: string | null) =>
      `We no longer email you after an appointment${company ? ` with ${company}` : ''}. You’ll still get confirmations and reminders.`,
  },
}

/** Asks before emails are turned off, by a plain form post, since mail scanners open every link; also turns them on again. */
export function BookingAlertsPage({ page: { kind, company, off } }: { page: BookingAlerts }) {
  const { name, ...sentences } = words[kind]
  return (
    <div className={ui.narrow}>
      <form className={styles.panel} method="post" encType="multipart/form-data">
        <h1>{off ? `${name[0]!.toUpperCase()}${name.slice(1)} are off` : `Turn off ${name}?`}</h1>
        <p>{off ? sentences.off(company) : sentences.on(company)}</p>
        <input type="hidden" name="turn" value={off ? 'on' : 'off'} />
        <button type="submit" className={off ? ui.secondary : ui.primary}>
          {off ? 'Turn them on again' : `Turn off ${name}`}
        </button>
      </form>
    </div>
  )
}
