import { Button } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import type { EventDetail } from '@trunkshow/contract/events/schema.ts'
import { call } from '../../api/client.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import styles from './event-form.module.css'

/** Below the contact field, while the contact hasn't confirmed receiving booking alerts (decision 029). */
export function ContactHint({ event: { id, contactEmail } }: { event: EventDetail }) {
  const resend = useReportedCall({
    call: () => call(api.events.confirmContact, { params: { id } }),
    done: () => ({ title: 'Email sent', description: `We asked ${contactEmail} to confirm.` }),
    failedTo: 'send the email',
  })
  return (
    <p className={styles.warning} role="status">
      {contactEmail} hasn’t confirmed yet. Until then, booking alerts go to the account owner.{' '}
      <Button variant="default" size="compact-sm" disabled={resend.isPending} onClick={() => resend.mutate()}>
        Resend email
      </Button>
    </p>
  )
}
