import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MailState, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { lazy } from '../ui/lazy/lazy.tsx'
import printed from '../ui/page/printed.module.css'
import { countOf, QuietButton, SubtleButton } from '../ui/page/words.tsx'
import { mailStateQuery } from './session-query.ts'

const EmailDialog = lazy(() => import('./account/email-dialog.tsx'), 'EmailDialog')

/** Above every screen: emails on hold, why, and what to do (decisions 028 and 029). */
export function MailBanner({ user }: { user: SessionUser }) {
  const { data: state } = useQuery(mailStateQuery())
  if (!state) return null
  if (!state.confirmed) return <Unconfirmed user={user} state={state} />
  if (!state.ownerConfirmed && state.waiting > 0)
    return (
      <Banner lead={waiting(state.waiting)}>
        We’ll send them once the account owner confirms their email.
      </Banner>
    )
  if (state.overBudget === 0) return null
  const budget = state.budget.toLocaleString('en-US')
  return (
    <Banner lead={waiting(state.overBudget)}>
      Your company reached its limit of {budget} emails for today. We’ll send the rest as soon as we can.
    </Banner>
  )
}

interface BannerProps {
  lead: string
  children: ReactNode
  action?: ReactNode
}

function Banner({ lead, children, action }: BannerProps) {
  return (
    <Group
      component="section"
      aria-label="Emails"
      className={printed.screenOnly}
      gap="8px 16px"
      mb="lg"
      px="md"
      py="sm"
      bdrs="md"
      bg="var(--warn-wash)"
    >
      <Text flex="1 1 320px">
        <Text span fw={700} c="warn">
          {lead}
        </Text>{' '}
        {children}
      </Text>
      {action}
    </Group>
  )
}

const waiting = (count: number) =>
  `${count >= 1000 ? '1,000+ emails' : countOf(String(count), 'email')} ${count === 1 ? 'is' : 'are'} waiting.`

function Unconfirmed({ user, state }: { user: SessionUser; state: MailState }) {
  const resend = useReportedCall({
    call: () => call(api.session.resendConfirmation),
    done: () => ({ title: 'Email sent', description: 'Open the link in it to confirm.' }),
    failedTo: 'send the email',
    reloads: mailStateQuery().queryKey,
  })
  const [changing, setChanging] = useState(false)
  return (
    <Banner
      lead={state.asked ? 'Confirm your email.' : 'Add your email.'}
      action={
        <>
          {state.asked && (
            <QuietButton disabled={resend.isPending} onClick={() => resend.mutate()}>
              Resend email
            </QuietButton>
          )}
          <SubtleButton onClick={() => setChanging(true)}>
            {state.asked ? 'Change email' : 'Add email'}
          </SubtleButton>
          {changing && <EmailDialog email={user.email} onClose={() => setChanging(false)} />}
        </>
      }
    >
      {state.asked
        ? `We sent a link to ${state.asked}. `
        : 'The one you had now belongs to another account. '}
      {!state.ownerConfirmed &&
        'Until you confirm, we send only 20 emails to your guests and no booking alerts. '}
      {state.waiting > 0 && waiting(state.waiting)}
    </Banner>
  )
}
