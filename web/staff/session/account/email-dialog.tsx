import { PasswordInput, TextInput } from '@mantine/core'
import { emailChangeInput } from '@trunkshow/contract/session/schema.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useChangeEmail } from './email-queries.ts'

interface EmailDialogProps {
  /** The current email; empty for none. */
  email: string
  onClose: () => void
}

/** Changes the account's email, which takes effect once the emailed link is opened (decision 029). */
export function EmailDialog({ email, onClose }: EmailDialogProps) {
  const change = useChangeEmail()
  const form = useSchemaForm(emailChangeInput, { email: '', password: '' }, change.error)
  const title = email ? 'Change email' : 'Add email'
  return (
    <FormDialog
      title={title}
      form={form}
      call={change}
      onSubmit={(values) => change.mutate(values, { onSuccess: onClose })}
      submitLabel={title}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
