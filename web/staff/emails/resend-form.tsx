import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type Email, resendInput } from '@trunkshow/contract/emails/schema.ts'
import { FormShell } from '../ui/form/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useDismiss, useResend } from './queries.ts'

interface ResendFormProps {
  email: Email
  /** Called with the new email's id. */
  onResent: (id: number) => void
}

/** Sends an email to its guest again, to a corrected address if it was wrong, or lets a failure be. */
export function ResendForm({ email, onResent }: ResendFormProps) {
  const { id, resendTo, cannotResend, needsAttention } = email
  const resend = useResend(id)
  const dismiss = useDismiss(id)
  const form = useSchemaForm(resendInput, { attendeeEmail: resendTo ?? '' }, resend.error)
  const dismissal = needsAttention && (
    <Button variant="default" disabled={dismiss.isPending} onClick={() => dismiss.mutate(undefined)}>
      Dismiss
    </Button>
  )
  if (cannotResend)
    return (
      <Stack gap="sm" align="start">
        <Text c="dimmed">{cannotResend}</Text>
        {dismissal}
      </Stack>
    )
  return (
    <Stack gap="sm" align="start">
      <FormShell
        onSubmit={form.onSubmit(
          (body) => resend.mutate(body, { onSuccess: ({ id }) => onResent(id) }),
          focusFirstError,
        )}
        loading={resend.isPending}
        error={resend.error}
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
    </Stack>
  )
}
