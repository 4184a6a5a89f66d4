import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { TourPage as TourPageContent, TourStop } from '@trunkshow/contract/visitor-page.ts'
import { ClockIcon, PlaceIcon } from '../shell/icons.tsx'
import ui from '../shell/ui.module.css'
import styles from './landing.module.css'
import { ShowsHead } from './shows-head.tsx'

/** The stops of a tour in the order of their dates (docs/product.md, Tours). */
export function TourPage({ page: { company, tour, stops } }: { page: TourPageContent }) {
  return (
    <div className={ui.narrow}>
      <ShowsHead company={company}>
        <h1>{tour.name}</h1>
        <a href={paths.company(company.urlSlug)}>{`All shows by ${company.name}`}</a>
        {stops.length === 0 && <p>This tour has no stops right now. Please check back later.</p>}
      </ShowsHead>
      <ol className={ui.sheet}>
        {stops.map((stop) => (
          <li key={stop.id} className={styles.stop} data-past={stop.state === 'past' || undefined}>
            <Stop stop={stop} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Stop({ stop }: { stop: TourStop }) {
  const titleId = `stop-${stop.id}`
  return (
    <>
      <div className={styles.words}>
        <h2 id={titleId}>{formatDateRange(stop.eventDate, stop.endDate)}</h2>
        {stop.location && (
          <p className={ui.fact}>
            <PlaceIcon />
            {stop.location}
          </p>
        )}
        <p className={ui.fact}>
          <ClockIcon />
          {stop.hours}
        </p>
        <p className={ui.soft}>{stop.name}</p>
      </div>
      {stop.state === 'past' ? (
        <p className={styles.state}>This stop is over</p>
      ) : (
        <a
          className={stop.state === 'open' ? ui.primary : ui.secondary}
          href={paths.event(stop.urlSlug)}
          aria-describedby={titleId}
        >
          {stop.state === 'open' ? 'Book Appointment' : 'Sold Out: View Event'}
        </a>
      )}
    </>
  )
}
