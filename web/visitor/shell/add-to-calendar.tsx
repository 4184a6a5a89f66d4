import { calendarServices, guestPaths as paths } from '@trunkshow/contract/paths.ts'
import styles from './add-to-calendar.module.css'
import ui from './ui.module.css'

/** Opens the calendars an appointment can be added to. @param token that of the booking's link */
export function AddToCalendar({ token }: { token: string }) {
  return (
    <details className={styles.choice}>
      <summary className={ui.secondary}>Add to calendar</summary>
      <ul>
        {calendarServices.map((service) => (
          <li key={service}>
            <a href={paths.calendarService(token, service)} rel="nofollow noopener" target="_blank">
              {serviceNames[service]}
            </a>
          </li>
        ))}
        <li>
          <a href={paths.bookingCalendar(token)} rel="nofollow" download>
            Apple or another calendar
          </a>
        </li>
      </ul>
    </details>
  )
}

const serviceNames = { google: 'Google Calendar', outlook: 'Outlook' }
