import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { emailChangeInput } from '@trunkshow/contract/session/schema.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useChangeEmail } from './email-queries.ts'

interface EmailDialogProps {
  /** The one the account has; empty for none. */
  email: string
  onClose: () => void
}

/** Another email for the account, which is theirs once the link in the mail to it is opened (decision 029). */
export function EmailDialog({ email, onClose }: EmailDialogProps) {
  const change = useChangeEmail()
  const form = useSchemaForm(emailChangeInput, { email: '', password: '' }, change.error)
  const send = form.onSubmit((values) => change.mutate(values, { onSuccess: onClose }), focusFirstError)
  const title = email ? 'Change email' : 'Add email'
  return (
    <Dialog opened title={title} onClose={onClose}>
      <FormShell
        onSubmit={send}
        loading={change.isPending}
        error={change.error}
        submitLabel={title}
        pendingLabel="Saving..."
        secondary={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <Fields>
          <TextInput
            label="New email"
            type="email"
            autoComplete="email"
            description="We’ll send a link to confirm it."
            data-autofocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </Fields>
      </FormShell>
    </Dialog>
  )
}
