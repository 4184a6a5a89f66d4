import { Checkbox, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ScheduledEmailType } from '@trunkshow/contract/emails/rules.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import type { EventFormValues } from './event-form-values.ts'

const choices: Record<ScheduledEmailType, { label: string; description?: string }> = {
  booking_reminder: { label: 'Remind guests the day before' },
  booking_reminder_soon: { label: 'Remind guests three hours before' },
  booking_thanks: {
    label: 'Thank guests the day after',
    description: 'With their order, if they made one. Guests marked as a no-show get none.',
  },
}

/** Which emails guests get besides those about their booking (docs/product.md, Reminders). */
export function GuestEmailsFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
  return (
    <FormSection
      title="Emails to guests"
      hint="Sent by the venue’s clock, besides those about their booking."
    >
      <Checkbox.Group {...form.getInputProps('guestEmails')}>
        <Stack gap="sm">
          {Object.entries(choices).map(([type, texts]) => (
            <Checkbox key={type} value={type} {...texts} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormSection>
  )
}
