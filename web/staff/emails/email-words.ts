import { formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { EmailState } from '@trunkshow/contract/emails/rules.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useCompanyZone } from '../session/session-query.ts'

export const stateLabels: Record<EmailState, string> = {
  attention: 'Needs attention',
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Not sent',
}

type State = Pick<ListedEmail, 'status' | 'failure' | 'needsAttention'>

/** An email's state in a word, with its color. */
export function tagOf({ status, failure, needsAttention }: State) {
  if (status === 'sent') return { label: 'Sent', tone: 'good' } as const
  if (status === 'failed') return { label: 'Failed', tone: needsAttention ? 'bad' : 'plain' } as const
  if (status === 'skipped') return { label: 'Not sent', tone: 'plain' } as const
  if (status === 'waiting') return { label: 'Waiting', tone: 'warn' } as const
  return failure
    ? ({ label: 'Retrying', tone: 'warn' } as const)
    : ({ label: 'Sending', tone: 'plain' } as const)
}

const waits = {
  confirmation: 'We’ll send it once the account’s email is confirmed.',
  budget: 'Your company reached its email limit for today. We’ll send it as soon as we can.',
  recipient: 'This recipient got too many emails today. We’ll send it tomorrow.',
} as const

type Reasoned = State & Pick<ListedEmail, 'toEmail' | 'waitsFor' | 'nextAttemptAt' | 'retriedUntil'>

/**
 * Why an email was not sent, or not yet; null if it was.
 *
 * @param formatTime formats an instant
 */
export function reasonOf(email: Reasoned, formatTime: (at: string) => string): string | null {
  const { status, failure, toEmail, waitsFor, nextAttemptAt, retriedUntil } = email
  if (status === 'sent') return null
  if (status === 'waiting') {
    if (waitsFor !== 'digest') return waitsFor && waits[waitsFor]
    return `It goes out with other booking alerts${nextAttemptAt ? `, on ${formatTime(nextAttemptAt)}` : ''}.`
  }
  const why = failure && emailMessages.whyFailed(failure, toEmail)
  if (status === 'skipped') return why ?? 'It no longer applied when it was due.'
  if (status === 'failed') return why ?? 'We couldn’t send this email.'
  return why && retriedUntil ? `${why} We’ll keep trying until ${formatTime(retriedUntil)}.` : null
}

/** Returns what formats an instant by the company's clock: `Nov 22, 2026, 10:48 AM`. */
export function useEmailTime() {
  const zone = useCompanyZone()
  return (at: string) => {
    const { date, time } = wallClock(new Date(at), zone)
    return `${formatShortDate(date)}, ${formatTime(time)}`
  }
}
