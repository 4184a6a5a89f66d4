import { Box, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { emailTypes } from '@trunkshow/contract/emails/rules.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { useState } from 'react'
import styles from '../ui/list/log.module.css'
import surfaces from '../ui/page/surfaces.module.css'
import { PersonLink, QuietText, Soft, Tag } from '../ui/page/words.tsx'
import { opensOn, RowLink } from '../ui/table/row-link.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { reasonOf, tagOf, useEmailTime } from './email-words.ts'

interface EmailListProps {
  emails: readonly ListedEmail[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
  /** Whether they are of several bookings, so that each names its own. */
  ofMany?: boolean
  /** Whether the user may send their booking's emails again. */
  mayResend: boolean
}

/** Emails with their state, each opening as it was sent. The dialog outlives an emptied list. */
export function EmailList({ emails, outdated, ofMany = false, mayResend }: EmailListProps) {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <>
      {emails.length > 0 && (
        <div className={styles.frame}>
          <ul
            className={`${surfaces.sheet} ${styles.list}`}
            aria-label="Emails"
            data-outdated={outdated}
            aria-busy={outdated}
          >
            {emails.map((email) => (
              <EmailRow key={email.id} email={email} ofMany={ofMany} onOpen={() => setOpened(email.id)} />
            ))}
          </ul>
        </div>
      )}
      {opened !== null && <EmailDialog id={opened} mayResend={mayResend} onClose={() => setOpened(null)} />}
    </>
  )
}

function EmailRow({ email, ofMany, onOpen }: { email: ListedEmail; ofMany: boolean; onOpen: () => void }) {
  const { emailType, toEmail, attendeeName, eventId, eventName, createdAt, sentAt, failure } = email
  const formatTime = useEmailTime()
  const label = emailTypes[emailType].label
  const reason = reasonOf(email, formatTime)
  const { tone, label: state } = tagOf(email)
  return (
    <li className={styles.line} {...opensOn(undefined, onOpen)}>
      <Box component="time" c="dimmed" dateTime={sentAt ?? createdAt}>
        {formatTime(sentAt ?? createdAt)}
      </Box>
      <div className={styles.words}>
        <Text>
          <strong>
            <RowLink onOpen={onOpen} aria-label={`Open ${label}${toEmail ? ` to ${toEmail}` : ''}`}>
              {label}
            </RowLink>
          </strong>
          {toEmail && <Soft> to {toEmail}</Soft>}
        </Text>
        {ofMany && eventId !== null && (
          <QuietText>
            <PersonLink bookingId={email.bookingId} waitlistEntryId={email.waitlistEntryId}>
              {attendeeName}
            </PersonLink>
            ,{' '}
            <Link to="/bookings/$id" params={{ id: String(eventId) }}>
              {eventName}
            </Link>
          </QuietText>
        )}
        {reason && <Text c={failure && tone !== 'plain' ? `var(--${tone})` : 'dimmed'}>{reason}</Text>}
      </div>
      <div className={styles.state}>
        <Tag tone={tone}>{state}</Tag>
      </div>
    </li>
  )
}
