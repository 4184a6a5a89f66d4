import { calendarServices, mapLink, guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
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

/** What the page shows in a frame on a host's site, if it is in one (docs/product.md, Embedding). */
export const Embedded = createContext<VisitorDocument['embedded']>(undefined)

/** The addresses of pages that stay in the frame, and what a link that leaves it needs. */
export function useLinks() {
  const embedded = useContext(Embedded)
  const inFrame = (path: string, details = embedded === 'details') => (details ? `${path}?details` : path)
  return {
    event: (slug: string) => (embedded ? inFrame(paths.embeddedEvent(slug)) : paths.event(slug)),
    /** An event of a list: the site around it says nothing of it. */
    listedEvent: (id: number) => (embedded ? inFrame(paths.embeddedEvent(id), true) : paths.event(id)),
    waitlist: (slug: string) => (embedded ? inFrame(paths.embeddedWaitlist(slug)) : paths.joinWaitlist(slug)),
    company: (slug: string) => (embedded ? inFrame(paths.embeddedCompany(slug)) : paths.company(slug)),
    leaving: embedded ? { target: '_blank', rel: 'noopener' } : {},
  }
}
