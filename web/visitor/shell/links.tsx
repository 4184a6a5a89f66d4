import { calendarServices, mapLink, guestPaths as paths } from '@trunkshow/contract/paths.ts'
import { createContext, useContext } from 'react'
import form from './form.module.css'
import styles from './links.module.css'
import ui from './ui.module.css'

/** A location that opens a map. @param label instead of the location itself */
export function PlaceLink({ location, label }: { location: string; label?: string }) {
  return (
    <a href={mapLink(location)} rel="noopener noreferrer" target="_blank">
      {label ?? location}
    </a>
  )
}

/** Where a guest gets or deletes their data (decision 034). @param token that of the link they came by */
export function DataLink({ from, token }: { from: 'booking' | 'waitlist'; token: string }) {
  return (
    <p className={form.data}>
      <a href={paths.requestData(from, token)} rel="nofollow">
        Download or delete your data
      </a>
    </p>
  )
}

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

/** Whether the page is in a frame on a host's site (docs/product.md, Embedding). */
export const Embedded = createContext(false)

/** The addresses of pages that stay in the frame, and what a link that leaves it needs. */
export function useLinks() {
  const embedded = useContext(Embedded)
  return {
    event: embedded ? paths.embeddedEvent : paths.event,
    waitlist: embedded ? paths.embeddedWaitlist : paths.joinWaitlist,
    company: embedded ? paths.embeddedCompany : paths.company,
    leaving: embedded ? { target: '_blank', rel: 'noopener' } : {},
  }
}
