import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { EventCard } from './event-card.tsx'
import styles from './landing-page.module.css'
import { MessagePage } from './message-page.tsx'
import ui from './ui.module.css'

/** The shows anyone may book, or why there are none (spec booking §2). `events` null: they could not be loaded. */
export function LandingPage({ events }: { events: Event[] | null }) {
  if (!events) {
    return (
      <MessagePage
        title="Error Loading Events"
        text="Unable to load available trunk show events."
        action={{ label: 'Retry', href: paths.home() }}
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
      <h1 className={styles.title}>Available Trunk Shows</h1>
      <ul className={styles.grid}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </div>
  )
}
