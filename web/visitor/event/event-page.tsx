import type { EventPage as EventPageContent } from '@trunkshow/contract/visitor-page.ts'
import ui from '../shell/ui.module.css'
import { BookingForm, ClosedNotice } from './booking-form.tsx'
import { EventHead } from './event-head.tsx'

/** The public page of one event: the details, the time slots, then the booking form. */
export function EventPage({ page }: { page: EventPageContent }) {
  return (
    <>
      <EventHead event={page.event} hours={page.hours} tour={page.tour} />
      <div className={ui.page}>
        {page.event.isActive && !page.ended ? <BookingForm page={page} /> : <ClosedNotice page={page} />}
      </div>
    </>
  )
}
