import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ScheduledEmailType } from '@trunkshow/contract/emails/rules.ts'
import { Fields } from '../../ui/form/fields.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import type { EventFormValues } from './event-form-values.ts'

const choices: Record<ScheduledEmailType, { label: string; description?: string }> = {
  booking_reminder: { label: 'Remind guests the day before' },
  booking_reminder_soon: { label: 'Remind guests three hours before' },
  booking_thanks: {
    label: 'Thank guests the day after',
    description: 'With their order, if they made one. No-shows don’t get one.',
  },
}

/** Which emails guests get besides those about their booking (docs/product.md, Reminders). */
export function GuestEmailsFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
  return (
    <FormSection
      title="Emails to guests"
      hint="Sent in the event’s time zone, in addition to booking emails."
    >
      <Checkbox.Group {...form.getInputProps('guestEmails')}>
        <Fields>
          {Object.entries(choices).map(([type, texts]) => (
            <Checkbox key={type} value={type} {...texts} />
          ))}
        </Fields>
      </Checkbox.Group>
    </FormSection>
  )
}
