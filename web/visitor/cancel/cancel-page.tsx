import { guestBookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import type { CancelAnswer } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay } from '@trunkshow/contract/dates.ts'
import type { ErrorCode } from '@trunkshow/contract/errors.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { CancelFailure, CancelPage as CancelPageContent } from '@trunkshow/contract/visitor-page.ts'
import { useEffect, useState } from 'react'
import { focusOnArrival, post } from '../shell/form.tsx'
import { PlaceIcon } from '../shell/icons.tsx'
import { type AnswerShape, RequestError, refusalOf, request } from '../shell/request.ts'
import ui from '../shell/ui.module.css'
import styles from './cancel.module.css'
import { CancelQuestion } from './cancel-question.tsx'

/** The fields that the page uses of the answers. */
const canceledShape: AnswerShape<CancelAnswer> = {
  success: 'boolean',
  event: { id: 'number', name: 'string' },
  timeSlot: { slotDate: 'string', time: 'string' },
}
const statusShape = { status: 'string' } as const

type Answer = NonNullable<CancelPageContent['answer']>

async function cancel(token: string): Promise<Answer> {
  try {
    return await request<CancelAnswer>('GET', `/api/bookings/${token}/cancel`, canceledShape)
  } catch (failure) {
    return { ...refusalOf(failure, text.cancelFailed), unchanged: await isUnchanged(token, failure) }
  }
}

/** Whether the booking is certainly unchanged. Without a response, the request may still be running. */
async function isUnchanged(token: string, failure: unknown): Promise<boolean> {
  if (!(failure instanceof RequestError && failure.body)) return false
  return request<{ status: string }>('GET', `/api/bookings/manage/${token}`, statusShape).then(
    ({ status }) => status === 'active',
    () => false,
  )
}

/** With scripts, cancels on load and shows a spinner; without, asks first. The CSS shows one or the other. */
export function CancelPage({ page }: { page: CancelPageContent }) {
  const { token } = page
  const [answer, setAnswer] = useState(page.answer)

  useEffect(() => {
    if (answer) return
    if (token) void cancel(token).then(setAnswer)
    else setAnswer({ message: text.missingId, error: text.missingId, code: 'invalid', unchanged: false })
  }, [token, answer])

  if (answer && 'success' in answer) return <Canceled answer={answer} />
  if (answer) return <Failed token={token} answer={answer} onRetry={() => setAnswer(undefined)} />
  return (
    <div className={ui.narrow}>
      <div className={styles.waiting} role="status">
        <span className={styles.spinner} />
        <h1>Canceling your appointment…</h1>
      </div>
      <div className={styles.question}>
        <CancelQuestion token={token} keepHref={paths.booking(token)} heading="h1" />
      </div>
    </div>
  )
}

function Canceled({ answer: { event, timeSlot } }: { answer: Omit<CancelAnswer, 'message'> }) {
  return (
    <div className={ui.narrow}>
      <section className={styles.done}>
        <h1 className={ui.title} tabIndex={-1} ref={focusOnArrival}>
          Booking Cancelled Successfully
        </h1>
        <div className={ui.when}>
          <p className={styles.name}>{event.name}</p>
          <p>{formatDay(timeSlot.slotDate)}</p>
          <p>{timeSlot.time}</p>
          {event.location && (
            <p className={`${styles.place} ${ui.soft}`}>
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
  answer: CancelFailure
  onRetry: () => void
}

/** Not canceled, or unknown. Canceling is idempotent, so a retry is safe either way. */
function Failed({ token, answer: { message, code, unchanged }, onRetry }: FailedProps) {
  const isFinal = final.has(code)
  return (
    <div className={ui.narrow}>
      <section className={styles.failed}>
        <h1 className={ui.title} tabIndex={-1} ref={focusOnArrival}>
          {unchanged
            ? 'Your appointment is unchanged'
            : isFinal
              ? 'Appointment not canceled'
              : 'We couldn’t confirm the cancellation'}
        </h1>
        <p role="alert">{message}</p>
        <div className={ui.actions}>
          {!isFinal && (
            <form
              action={paths.cancelBooking(token)}
              {...post}
              onSubmit={(event) => {
                event.preventDefault()
                onRetry()
              }}
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
