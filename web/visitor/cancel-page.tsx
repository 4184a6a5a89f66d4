import { bookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import type { CancelAnswer } from '@trunkshow/contract/bookings/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { CancelPage as CancelPageContent } from '@trunkshow/contract/visitor-page.ts'
import { useEffect, useState } from 'react'
import styles from './cancel-page.module.css'
import { CancelQuestion } from './cancel-question.tsx'
import { CancelResult } from './cancel-result.tsx'
import { refusalOf, request } from './request.ts'
import ui from './ui.module.css'

type Answer = NonNullable<CancelPageContent['answer']>

const calls = new Map<string, Promise<Answer>>()

/** Cancels, once however often it is called: React runs effects twice in development. */
function cancelOnce(token: string): Promise<Answer> {
  const call =
    calls.get(token) ??
    request<CancelAnswer>('GET', `/api/bookings/${token}/cancel`).catch((failure) =>
      refusalOf(failure, text.cancelFailed),
    )
  calls.set(token, call)
  return call
}

/**
 * The cancel page: with scripts it cancels as it loads and shows a spinner meanwhile, without them it asks
 * (spec booking §2, design §7.5). The CSS decides which of the two is seen.
 */
export function CancelPage({ page }: { page: CancelPageContent }) {
  const { token } = page
  const [answer, setAnswer] = useState(page.answer)

  useEffect(() => {
    if (answer) return
    if (token) void cancelOnce(token).then(setAnswer)
    else setAnswer({ message: text.missingId, error: text.missingId, code: 'invalid' })
  }, [token, answer])

  if (answer) return <CancelResult answer={answer} />
  return (
    <div className={ui.narrow}>
      <div className={styles.waiting} role="status">
        <span className={styles.spinner} />
        <h1>Cancelling your booking…</h1>
      </div>
      <div className={styles.question}>
        <CancelQuestion token={token} keepHref={paths.booking(token)} heading="h1" />
      </div>
    </div>
  )
}
