import { Stack, TextInput } from '@mantine/core'
import { registerForm } from '@trunkshow/contract/session/schema.ts'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import {
  ConfirmPasswordField,
  NameField,
  NewPasswordField,
  UsernameField,
} from '../account/account-fields.tsx'
import { useRegister } from './use-log-in.ts'

const empty = { name: '', username: '', email: '', password: '', confirmPassword: '' }

export function RegisterForm({ onDone }: { onDone: () => void }) {
  const register = useRegister()
  const form = useSchemaForm(registerForm, empty, register.error)
  // The repeated password isn't sent (docs/product.md, Registering).
  const send = form.onSubmit(
    ({ confirmPassword: _, ...values }) => register.mutate(values, { onSuccess: onDone }),
    focusFirstError,
  )
  return (
    <FormShell
      onSubmit={send}
      loading={register.isPending}
      error={register.error}
      submitLabel="Register"
      pendingLabel="Registering..."
      wide
    >
      <Stack>
        <NameField {...form.getInputProps('name')} />
        <UsernameField {...form.getInputProps('username')} />
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <NewPasswordField {...form.getInputProps('password')} />
        <ConfirmPasswordField {...form.getInputProps('confirmPassword')} />
      </Stack>
    </FormShell>
  )
}
