import type { EventPage as EventPageContent } from '@trunkshow/contract/visitor-page.ts'
import ui from '../shell/ui.module.css'
import { BookingForm, ClosedNotice } from './booking-form.tsx'
import { EventHead } from './event-head.tsx'
import { useBooked } from './use-booked.ts'

/** The public page of one event: the details, the time slots, then the booking form. */
export function EventPage({ page }: { page: EventPageContent }) {
  const made = useBooked(page.booked)
  return (
    <>
      <EventHead event={page.event} hours={page.hours} tour={page.tour} booked={made.booked !== undefined} />
      <div className={ui.page}>
        {page.event.isActive && !page.ended ? (
          <BookingForm page={page} made={made} />
        ) : (
          <ClosedNotice page={page} />
        )}
      </div>
    </>
  )
}
