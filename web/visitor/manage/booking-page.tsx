import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { BookingPage as BookingPageContent } from '@trunkshow/contract/visitor-page.ts'
import { useState } from 'react'
import { CancelQuestion } from '../cancel/cancel-question.tsx'
import { focusOnArrival } from '../shell/focus-on-arrival.ts'
import { useToast } from '../shell/toast.tsx'
import ui from '../shell/ui.module.css'
import { AppointmentCard } from './appointment-card.tsx'
import styles from './booking-page.module.css'
import { RescheduleForm } from './reschedule-form.tsx'

const ANSWER = 'answer'

/**
 * The manage page, opened from an email's link (docs/product.md, The guest's link). Opening it changes nothing: its
 * buttons link to sections that the CSS shows when targeted, so everything works without scripts.
 */
export function BookingPage({ page }: { page: BookingPageContent }) {
  const showToast = useToast()
  const [booking, setBooking] = useState(page.booking)
  const [moved, setMoved] = useState(page.rescheduled)

  function handleMoved(booking: VisitorBooking) {
    showToast({ kind: 'good', title: 'Booking Rescheduled' })
    setBooking(booking)
    setMoved(true)
    location.hash = ANSWER
  }

  /** A guest with an error or another date in the URL is choosing a time. */
  const isOpen = page.refused || page.date || page.dateGone

  return (
    <div className={ui.narrow}>
      <div id={page.refused ? undefined : ANSWER}>
        {moved && (
          <section className={styles.moved}>
            <h2 tabIndex={-1} ref={focusOnArrival}>
              Booking Rescheduled
            </h2>
            <p>Your appointment was rescheduled. We sent the new details to {booking.attendeeEmail}.</p>
          </section>
        )}
        <AppointmentCard page={page} booking={booking} />
      </div>
      {!page.cannotReschedule && (
        <section id="reschedule" className={styles.section} data-open={isOpen ? '' : undefined}>
          <h2 id="reschedule-title">Choose another time</h2>
          <div id={page.refused ? ANSWER : undefined}>
            <RescheduleForm page={page} booking={booking} answerId={ANSWER} onMoved={handleMoved} />
          </div>
        </section>
      )}
      {!page.cannotCancel && (
        <section id="cancel" className={styles.section}>
          <CancelQuestion token={page.token} keepHref={`#${ANSWER}`} heading="h2" />
        </section>
      )}
      <p className={styles.data}>
        <a href={paths.requestData(page.token)} rel="nofollow">
          Download or delete your data
        </a>
      </p>
    </div>
  )
}
