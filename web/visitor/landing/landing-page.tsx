import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { LandingPage as LandingPageContent } from '@trunkshow/contract/visitor-page.ts'
import { MessagePage } from '../shell/message-page.tsx'
import ui from '../shell/ui.module.css'
import { EventCards } from './event-cards.tsx'
import styles from './landing.module.css'

/** A page of the public events, or a note that there are none (docs/product.md, The landing page). */
export function LandingPage({ page }: { page: LandingPageContent }) {
  const { events, host } = page
  const first = host ? paths.hostShows(host.eventId) : paths.home()
  if (!events) {
    return (
      <MessagePage
        title="Error Loading Events"
        text="Unable to load available trunk show events."
        action={{ label: 'Retry', href: first }}
      />
    )
  }
  if (events.length === 0) {
    return (
      <MessagePage
        title="No Events Available"
        text="There are currently no trunk show events scheduled. Check back later or create your own event."
        action={{ label: 'Create an Event', href: paths.host() }}
      />
    )
  }
  return (
    <div className={ui.page}>
      <h1 className={styles.title}>{host ? `Trunk Shows by ${host.name}` : 'Available Trunk Shows'}</h1>
      <EventCards page={{ ...page, events }} first={first}>
        {host && (
          <a className={ui.secondary} href={paths.home()}>
            All hosts
          </a>
        )}
      </EventCards>
    </div>
  )
}
