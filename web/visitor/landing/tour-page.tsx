import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { TourPage as TourPageContent } from '@trunkshow/contract/visitor-page.ts'
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
        {stops.map(({ id, urlSlug, name, location, eventDate, endDate, hours, state }) => (
          <li key={id} className={styles.stop} data-past={state === 'past' || undefined}>
            <div className={styles.words}>
              <h2 id={`stop-${id}`}>{formatDateRange(eventDate, endDate)}</h2>
              {location && (
                <p className={ui.fact}>
                  <PlaceIcon />
                  {location}
                </p>
              )}
              <p className={ui.fact}>
                <ClockIcon />
                {hours}
              </p>
              <p className={ui.soft}>{name}</p>
            </div>
            {state === 'past' ? (
              <p className={styles.state}>This stop is over</p>
            ) : (
              <a
                className={state === 'open' ? ui.primary : ui.secondary}
                href={paths.event(urlSlug)}
                aria-describedby={`stop-${id}`}
              >
                {state === 'open' ? 'Book Appointment' : 'Sold Out: View Event'}
              </a>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
