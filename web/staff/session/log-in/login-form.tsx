import { PasswordInput, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { loginForm } from '@trunkshow/contract/session/schema.ts'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { UsernameField } from '../account/account-fields.tsx'
import styles from './auth-page.module.css'
import { useLogIn } from './use-log-in.ts'

export function LoginForm({ onDone }: { onDone: () => void }) {
  const logIn = useLogIn()
  const form = useSchemaForm(loginForm, { username: '', password: '' }, logIn.error)
  return (
    <FormShell
      onSubmit={form.onSubmit((values) => logIn.mutate(values, { onSuccess: onDone }), focusFirstError)}
      loading={logIn.isPending}
      error={logIn.error}
      submitLabel="Login"
      pendingLabel="Logging in..."
      wide
      secondary={
        <Link to="/forgot-password" className={styles.forgot}>
          Forgot password?
        </Link>
      }
    >
      <Stack>
        <UsernameField label="Username or email" {...form.getInputProps('username')} />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </Stack>
    </FormShell>
  )
}
