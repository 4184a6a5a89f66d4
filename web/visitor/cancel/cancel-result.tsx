import { formatDay } from '@trunkshow/contract/dates.ts'
import type { ErrorCode } from '@trunkshow/contract/errors.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { CancelFailure, CancelPage } from '@trunkshow/contract/visitor-page.ts'
import type { FormEvent } from 'react'
import { focusOnArrival } from '../shell/focus-on-arrival.ts'
import { PlaceIcon } from '../shell/icons.tsx'
import ui from '../shell/ui.module.css'
import styles from './cancel-result.module.css'

interface CancelResultProps {
  token: string
  answer: NonNullable<CancelPage['answer']>
  onRetry: () => void
}

/** The result of canceling, with the next steps. */
export function CancelResult({ token, answer, onRetry }: CancelResultProps) {
  if (!('success' in answer)) return <Failed token={token} failure={answer} onRetry={onRetry} />
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
          <p>{timeSlot.time}</p>
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

/** Errors that a retry can't fix. */
const final = new Set<ErrorCode>(['invalid', 'not_found', 'passed'])

interface FailedProps {
  token: string
  failure: CancelFailure
  onRetry: () => void
}

/** Not canceled, or unknown. Canceling is idempotent, so a retry is safe either way. */
function Failed({ token, failure, onRetry }: FailedProps) {
  const { message, code, unchanged } = failure
  const isFinal = final.has(code)
  function handleRetry(event: FormEvent) {
    event.preventDefault()
    onRetry()
  }
  return (
    <div className={ui.narrow}>
      <section className={styles.failed}>
        <h1 tabIndex={-1} ref={focusOnArrival}>
          {unchanged || isFinal ? 'Booking not canceled' : 'We couldn’t confirm the cancellation'}
        </h1>
        <p role="alert">{message}</p>
        {unchanged && <p className={styles.unchanged}>Your appointment is unchanged.</p>}
        <div className={ui.actions}>
          {!isFinal && (
            <form
              action={paths.cancelBooking(token)}
              method="post"
              encType="multipart/form-data"
              onSubmit={handleRetry}
            >
              <button type="submit" className={ui.primary}>
                Try again
              </button>
            </form>
          )}
          <a className={ui.secondary} href={paths.home()}>
            Return to Home
          </a>
        </div>
      </section>
    </div>
  )
}
