import { SegmentedControl } from '@mantine/core'
import type { Email } from '@trunkshow/contract/emails/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { useState } from 'react'
import styles from './email-dialog.module.css'

/** What an email said: as email programs show it, in a frame that runs nothing, or as text. */
export function EmailContent({ email: { id, status, body, text, bookingId, toEmail } }: { email: Email }) {
  const [view, setView] = useState('html')
  if (body === null)
    return (
      <p className={styles.soft}>
        {status !== 'sent' && status !== 'failed'
          ? 'There is nothing to read: emails are written when they’re sent.'
          : bookingId !== null && toEmail === null
            ? 'Its text was deleted with the guest’s data.'
            : 'Its text wasn’t kept, or was deleted with a guest’s data.'}
      </p>
    )
  return (
    <section aria-label="Content">
      <div className={styles.contentHead}>
        <p className={styles.soft}>As it was sent, without private links.</p>
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={setView}
          data={[
            { value: 'html', label: 'Email' },
            { value: 'text', label: 'Text' },
          ]}
        />
      </div>
      {view === 'html' ? (
        <iframe className={styles.body} title="Email as it was sent" sandbox="" src={paths.emailBody(id)} />
      ) : (
        <pre className={styles.text}>{text}</pre>
      )}
    </section>
  )
}
