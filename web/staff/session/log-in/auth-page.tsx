import { PasswordInput, Stack, Tabs, Title } from '@mantine/core'
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { loginForm } from '@trunkshow/contract/session/schema.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import { UsernameField } from '../account/account-fields.tsx'
import { useRegistrationOpen } from '../session-query.ts'
import styles from './auth-page.module.css'
import { LinkHead } from './link-page.tsx'
import { loginReason } from './login-redirect.ts'
import { MarketingPanel } from './marketing-panel.tsx'
import { RegisterForm } from './register-form.tsx'
import { useLogIn } from './use-log-in.ts'

const route = getRouteApi('/auth')

/** Login and Register, beside the marketing panel. */
export function AuthPage() {
  const search = route.useSearch()
  const { from } = search
  const open = useRegistrationOpen()
  const tab = (open && search.tab) || 'login'
  const navigate = useNavigate({ from: '/auth' })
  const router = useRouter()
  usePageTitle(tab === 'login' ? 'Login' : 'Register')
  const reason = loginReason(from)
  // The route redirects a logged-in user to the page they came from, or to /host.
  const reloadRoute = () => void router.invalidate()
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <LinkHead />
        <div className={styles.forms}>
          <Title fz="var(--s4)" lh={1.1} mb="md">
            {tab === 'login' ? 'Welcome back' : 'Create your account'}
          </Title>
          {reason && <Note mb="md">{reason}</Note>}
          {!open && search.tab === 'register' && <Note mb="md">{sessionMessages.registrationClosed}</Note>}
          <Tabs
            value={tab}
            onChange={(next) =>
              navigate({
                search: { from, tab: next === 'register' ? 'register' : undefined },
                replace: true,
              })
            }
            keepMounted={false}
          >
            {open && (
              <Tabs.List grow mb="lg">
                <Tabs.Tab value="login">Login</Tabs.Tab>
                <Tabs.Tab value="register">Register</Tabs.Tab>
              </Tabs.List>
            )}
            <Tabs.Panel value="login">
              <LoginForm onDone={reloadRoute} />
            </Tabs.Panel>
            <Tabs.Panel value="register">
              <RegisterForm onDone={reloadRoute} />
            </Tabs.Panel>
          </Tabs>
        </div>
      </main>
      <MarketingPanel />
    </div>
  )
}

function LoginForm({ onDone }: { onDone: () => void }) {
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
