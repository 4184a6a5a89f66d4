import { Group, SegmentedControl, Text } from '@mantine/core'
import type { Email } from '@trunkshow/contract/emails/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { useState } from 'react'
import styles from './email-dialog.module.css'

/** What an email said: as email programs show it, in a frame that runs nothing, or as text. */
export function EmailContent({ email: { id, status, body, text, bookingId, toEmail } }: { email: Email }) {
  const [view, setView] = useState('html')
  if (body === null)
    return (
      <Text c="dimmed">
        {status !== 'sent' && status !== 'failed'
          ? 'There is nothing to read: emails are written when they’re sent.'
          : bookingId !== null && toEmail === null
            ? 'Its text was deleted with the guest’s data.'
            : 'Its text wasn’t kept, or was deleted with a guest’s data.'}
      </Text>
    )
  return (
    <section aria-label="Content">
      <Group gap="8px 16px" justify="space-between" mb="sm">
        <Text c="dimmed">As it was sent, without private links.</Text>
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
        <iframe className={styles.body} title="Email as it was sent" sandbox="" src={paths.emailBody(id)} />
      ) : (
        <pre className={styles.text}>{text}</pre>
      )}
    </section>
  )
}
