import { type AcceptInput, acceptInput } from '@trunkshow/contract/company/schema.ts'
import { NameField, NewPasswordField, UsernameField } from '../session/account-fields.tsx'
import { Fields } from '../ui/fields.tsx'
import { FormShell } from '../ui/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../ui/use-schema-form.ts'

interface AcceptFormProps {
  /** As the invitation has it; the invited person may write it otherwise. */
  name: string
  onSubmit: (input: AcceptInput) => void
  loading: boolean
  error: Error | null
}

/** What an account needs beside the invited address. */
export function AcceptForm({ name, onSubmit, loading, error }: AcceptFormProps) {
  const form = useSchemaForm(acceptInput, { name, username: '', password: '' }, error)
  return (
    <FormShell
      onSubmit={form.onSubmit(onSubmit, focusFirstError)}
      loading={loading}
      error={error}
      submitLabel="Accept invitation"
      pendingLabel="Accepting..."
      wide
    >
      <Fields>
        <NameField {...form.getInputProps('name')} />
        <UsernameField {...form.getInputProps('username')} />
        <NewPasswordField {...form.getInputProps('password')} />
      </Fields>
    </FormShell>
  )
}
