import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { emailTypes } from '@trunkshow/contract/emails/rules.ts'
import { type Email, resendInput } from '@trunkshow/contract/emails/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { mailStateQuery } from '../session/session-query.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { useCallForm } from '../ui/form/form-dialog.tsx'
import { FormShell } from '../ui/form/form-shell.tsx'
import { Facts } from '../ui/page/facts.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { PersonLink, QuietButton, QuietText, Tag } from '../ui/page/words.tsx'
import styles from './email-dialog.module.css'
import { reasonOf, tagOf, useEmailTime } from './email-words.ts'
import { emailQuery } from './queries.ts'

interface EmailDialogProps {
  id: number
  mayResend: boolean
  onClose: () => void
}

/** One email: what happened to it, what to do, and what it said. After it is sent again, the new one. */
export function EmailDialog({ id, mayResend, onClose }: EmailDialogProps) {
  const [shown, setShown] = useState(id)
  const query = useQuery(emailQuery(shown))
  const email = query.data
  const again = email && mayResend && email.resendTo !== null && (
    <ResendForm key={email.id} email={email} onResent={setShown} />
  )
  return (
    <Dialog
      title={email ? emailTypes[email.emailType].label : 'Email'}
      tag={email && <Tag tone={tagOf(email).tone}>{tagOf(email).label}</Tag>}
      width={800}
      onClose={onClose}
    >
      <Loaded query={query} noun="email" failed="Couldn’t load the email">
        {(email) => (
          <Stack gap="lg">
            <Outcome email={email} />
            {email.needsAttention && again}
            <EmailFacts email={email} />
            <EmailContent email={email} />
            {!email.needsAttention && again}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Why it was not sent, or not yet, and what the mail server replied. */
function Outcome({ email }: { email: Email }) {
  const formatTime = useEmailTime()
  const reason = reasonOf(email, formatTime)
  if (!reason) return null
  return (
    <div className={`${surfaces.note} ${styles.outcome}`} data-tone={tagOf(email).tone}>
      <p>{reason}</p>
      {email.errorMessage && (
        <Text mt={4}>
          The server’s reply: <q>{email.errorMessage}</q>
        </Text>
      )}
    </div>
  )
}

function EmailFacts({ email }: { email: Email }) {
  const formatTime = useEmailTime()
  const { toEmail, fromEmail, subject, sentAt, createdAt, attendeeName, eventId, eventName } = email
  const facts = {
    To: toEmail,
    From: fromEmail,
    Subject: subject,
    [sentAt ? 'Sent' : 'Requested']: formatTime(sentAt ?? createdAt),
    [email.waitlistEntryId === null ? 'Booking' : 'Waitlist']: eventId !== null && (
      <>
        <PersonLink
          {...(email.isOwn && { bookingId: email.bookingId, waitlistEntryId: email.waitlistEntryId })}
        >
          {attendeeName}
        </PersonLink>
        ,{' '}
        <Link to="/bookings/$id" params={{ id: String(eventId) }}>
          {eventName}
        </Link>
      </>
    ),
    'Calendar entry': email.hasCalendar && 'Attached',
  }
  return <Facts width={116} facts={facts} />
}

/** What an email said: as email programs show it, in a frame that runs nothing, or as text. */
function EmailContent({ email: { id, status, body, text, bookingId, toEmail } }: { email: Email }) {
  const [view, setView] = useState('html')
  if (body === null)
    return (
      <QuietText>
        {status !== 'sent' && status !== 'failed'
          ? 'There is nothing to read: emails are written when they’re sent.'
          : bookingId !== null && toEmail === null
            ? 'Its text was deleted with the guest’s data.'
            : 'Its text wasn’t kept, or was deleted with a guest’s data.'}
      </QuietText>
    )
  return (
    <section aria-label="Content">
      <Group gap="8px 16px" justify="space-between" mb="sm">
        <QuietText>As it was sent, without private links.</QuietText>
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={setView}
          data={[
            { value: 'html', label: 'Email' },
            { value: 'text', label: 'Text' },
          ]}
        />
      </Group>
      {view === 'html' ? (
        <iframe
          className={styles.content}
          title="Email as it was sent"
          sandbox=""
          src={paths.emailBody(id)}
        />
      ) : (
        <pre className={styles.content}>{text}</pre>
      )}
    </section>
  )
}

interface ResendFormProps {
  email: Email
  onResent: (id: number) => void
}

/** Sends an email to its guest again, to a corrected address if it was wrong, or lets a failure be. */
function ResendForm({ email, onResent }: ResendFormProps) {
  const { id, resendTo, cannotResend, needsAttention } = email
  const reloadOthers = (client: QueryClient, ...lists: string[]) => {
    for (const queryKey of [...lists.map((list) => [list]), mailStateQuery().queryKey])
      void client.invalidateQueries({ queryKey })
  }
  const { form, shell } = useCallForm({
    schema: resendInput,
    values: { attendeeEmail: resendTo ?? '' },
    call: (body) => call(api.emails.resend, { params: { id }, body }),
    done: ({ toEmail }) => ({ title: 'Email on its way', description: `We’re sending it to ${toEmail}.` }),
    failed: 'Couldn’t send the email',
    reloads: ['emails'],
    onDone: ({ id }, client) => {
      reloadOthers(client, 'bookings', 'waitlist')
      onResent(id)
    },
  })
  const dismiss = useReportedCall({
    call: () => call(api.emails.dismiss, { params: { id } }),
    done: 'Failed email dismissed',
    failed: 'Couldn’t dismiss the failed email',
    reloads: ['emails'],
    onDone: (_, client) => reloadOthers(client, 'summary'),
  })
  const dismissal = needsAttention && (
    <QuietButton disabled={dismiss.isPending} onClick={() => dismiss.mutate(undefined)}>
      Dismiss
    </QuietButton>
  )
  return (
    <Stack gap="sm" align="start">
      {cannotResend ? (
        <>
          <QuietText>{cannotResend}</QuietText>
          {dismissal}
        </>
      ) : (
        <FormShell
          {...shell}
          submitLabel="Send again"
          pendingLabel="Sending..."
          quiet={!needsAttention}
          secondary={dismissal}
        >
          <TextInput
            label="Guest’s email"
            type="email"
            description={
              email.waitlistEntryId === null
                ? 'We’ll send it with the booking as it is now. A different address replaces the one on the booking.'
                : 'A different address replaces the one on the waitlist.'
            }
            {...form.getInputProps('attendeeEmail')}
          />
        </FormShell>
      )}
    </Stack>
  )
}
