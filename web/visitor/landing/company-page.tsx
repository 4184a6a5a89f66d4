import type { CompanyPage as CompanyPageContent } from '@trunkshow/contract/visitor-page.ts'
import { useContext } from 'react'
import { Embedded, useLinks } from '../shell/links.tsx'
import ui from '../shell/ui.module.css'
import { EventCards } from './event-cards.tsx'
import { ShowsHead } from './shows-head.tsx'

const none = <p>There are no trunk shows to book right now. Please check back later.</p>

/** A company's events that take bookings, under its name and logo (docs/product.md, The company page). */
export function CompanyPage({ page }: { page: CompanyPageContent }) {
  const { company, events } = page
  return (
    <div className={ui.page}>
      {useContext(Embedded) === 'plain' ? (
        <>
          <h1 className={ui.unseen}>{company.name}</h1>
          {events.length === 0 && none}
        </>
      ) : (
        <ShowsHead company={company}>
          <h1>{company.name}</h1>
          {events.length > 0 ? <p className={ui.capitals}>Trunk Shows</p> : none}
        </ShowsHead>
      )}
      <EventCards page={page} isOneHost first={useLinks().company(company.urlSlug)} />
    </div>
  )
}
