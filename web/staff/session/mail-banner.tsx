import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MailState, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { useState } from 'react'
import { lazy } from '../ui/lazy/lazy.tsx'
import { countOf } from '../ui/list/count-of.ts'
import { mailStateQuery, useResendConfirmation } from './account/email-queries.ts'
import styles from './mail-banner.module.css'

const EmailDialog = lazy(() => import('./account/email-dialog.tsx'), 'EmailDialog')

/** Above every screen: emails on hold, why, and what to do (decisions 028 and 029). */
export function MailBanner({ user }: { user: SessionUser }) {
  const { data: state } = useQuery(mailStateQuery())
  if (!state) return null
  if (!state.confirmed) return <Unconfirmed user={user} state={state} />
  if (!state.ownerConfirmed && state.waiting > 0) {
    return (
      <section className={styles.banner} aria-label="Emails">
        <p>
          <strong>{waiting(state.waiting)}</strong> We’ll send them once the account owner confirms their
          email.
        </p>
      </section>
    )
  }
  if (state.overBudget === 0) return null
  const budget = state.budget.toLocaleString('en-US')
  return (
    <section className={styles.banner} aria-label="Emails">
      <p>
        <strong>{waiting(state.overBudget)}</strong> Your company reached its limit of {budget} emails for
        today. We’ll send the rest as soon as we can.
      </p>
    </section>
  )
}

const waiting = (count: number) =>
  `${count >= 1000 ? '1,000+ emails' : countOf(String(count), 'email')} ${count === 1 ? 'is' : 'are'} waiting.`

function Unconfirmed({ user, state }: { user: SessionUser; state: MailState }) {
  const resend = useResendConfirmation()
  const [changing, setChanging] = useState(false)
  return (
    <section className={styles.banner} aria-label="Emails">
      <p>
        {state.asked ? (
          <>
            <strong>Confirm your email.</strong> We sent a link to {state.asked}.{' '}
          </>
        ) : (
          <>
            <strong>Add your email.</strong> The one you had now belongs to another account.{' '}
          </>
        )}
        {!state.ownerConfirmed &&
          'Until you confirm, we send only 20 emails to your guests and no booking alerts. '}
        {state.waiting > 0 && waiting(state.waiting)}
      </p>
      {state.asked && (
        <Button variant="default" disabled={resend.isPending} onClick={() => resend.mutate()}>
          Resend email
        </Button>
      )}
      <Button variant="subtle" onClick={() => setChanging(true)}>
        {state.asked ? 'Change email' : 'Add email'}
      </Button>
      {changing && <EmailDialog email={user.email} onClose={() => setChanging(false)} />}
    </section>
  )
}
