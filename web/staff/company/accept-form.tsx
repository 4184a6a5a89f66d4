import { PasswordInput, TextInput } from '@mantine/core'
import { type AcceptInput, acceptInput } from '@trunkshow/contract/company/schema.ts'
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
      failedLabel="The invitation could not be accepted."
    >
      <Fields>
        <TextInput label="Name" name="name" autoComplete="name" {...form.getInputProps('name')} />
        <TextInput
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="new-password"
          description="At least 6 characters"
          {...form.getInputProps('password')}
        />
      </Fields>
    </FormShell>
  )
}
