import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { CancelPage } from '@trunkshow/contract/visitor-page.ts'
import styles from './cancel-result.module.css'
import { focusOnArrival } from './focus-on-arrival.ts'
import { PlaceIcon } from './icons.tsx'
import ui from './ui.module.css'

/** What came of cancelling, with the ways on (spec booking §2). */
export function CancelResult({ answer }: { answer: NonNullable<CancelPage['answer']> }) {
  if (!('success' in answer)) {
    return (
      <div className={ui.narrow}>
        <section className={styles.failed}>
          <h1 tabIndex={-1} ref={focusOnArrival}>
            Booking not cancelled
          </h1>
          <p role="alert">{answer.message}</p>
          <a className={ui.secondary} href={paths.home()}>
            Return to Home
          </a>
        </section>
      </div>
    )
  }
  const { event, timeSlot } = answer
  return (
    <div className={ui.narrow}>
      <section className={styles.done}>
        <h1 tabIndex={-1} ref={focusOnArrival}>
          Booking Cancelled Successfully
        </h1>
        <div className={styles.appointment}>
          <p className={styles.name}>{event.name}</p>
          <p>{formatDay(timeSlot.slotDate)}</p>
          <p>{formatTimeRange(timeSlot.startTime, timeSlot.endTime, timeSlot.slotDate)}</p>
          {event.location && (
            <p className={styles.place}>
              <PlaceIcon />
              {event.location}
            </p>
          )}
        </div>
        <div className={ui.actions}>
          <a className={ui.primary} href={paths.publicEvent(event.id)}>
            Book Another Time
          </a>
          <a className={ui.secondary} href={paths.home()}>
            Return to Home
          </a>
        </div>
      </section>
    </div>
  )
}
