import { guestBookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import type { CancelAnswer } from '@trunkshow/contract/bookings/schema.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { CancelPage as CancelPageContent } from '@trunkshow/contract/visitor-page.ts'
import { useEffect, useState } from 'react'
import { type AnswerShape, RequestError, refusalOf, request } from '../shell/request.ts'
import ui from '../shell/ui.module.css'
import styles from './cancel-page.module.css'
import { CancelQuestion } from './cancel-question.tsx'
import { CancelResult } from './cancel-result.tsx'

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

/**
 * The cancel page: with scripts, it cancels on load and shows a spinner; without, it asks first. The CSS shows one or
 * the other.
 */
export function CancelPage({ page }: { page: CancelPageContent }) {
  const { token } = page
  const [answer, setAnswer] = useState(page.answer)

  useEffect(() => {
    if (answer) return
    if (token) void cancel(token).then(setAnswer)
    else setAnswer({ message: text.missingId, error: text.missingId, code: 'invalid', unchanged: false })
  }, [token, answer])

  if (answer) return <CancelResult token={token} answer={answer} onRetry={() => setAnswer(undefined)} />
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
