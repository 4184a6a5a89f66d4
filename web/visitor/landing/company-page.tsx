import { paths } from '@trunkshow/contract/paths.ts'
import type { CompanyPage as CompanyPageContent } from '@trunkshow/contract/visitor-page.ts'
import { useLinks } from '../embed/embedded.ts'
import ui from '../shell/ui.module.css'
import { EventCard } from './event-card.tsx'
import styles from './landing-page.module.css'
import { ShowsHead } from './shows-head.tsx'

/** A company's events that take bookings, under its name and logo (docs/product.md, The company page). */
export function CompanyPage({ page }: { page: CompanyPageContent }) {
  const { company, events, soldOut, next, isLater } = page
  const first = useLinks().company(company.urlSlug)
  return (
    <div className={ui.page}>
      <ShowsHead company={company}>
        <h1>{company.name}</h1>
        {events.length > 0 ? (
          <p className={ui.capitals}>Trunk Shows</p>
        ) : (
          <p>There are no trunk shows to book right now. Please check back later.</p>
        )}
      </ShowsHead>
      <ul className={styles.grid}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} soldOut={soldOut.includes(event.id)} />
          </li>
        ))}
      </ul>
      {(next || isLater) && (
        <nav className={styles.paging} aria-label="Pages of shows">
          {isLater && (
            <a className={ui.secondary} href={first}>
              First shows
            </a>
          )}
          {next && (
            <a className={ui.secondary} href={paths.moreShows(next, first)} rel="next">
              More shows
            </a>
          )}
        </nav>
      )}
    </div>
  )
}
