import { Box, Card, PasswordInput, Tabs, Text, TextInput, Title } from '@mantine/core'
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { proposeUsername } from '@trunkshow/contract/session/rules.ts'
import { type LoginInput, loginForm, registerForm } from '@trunkshow/contract/session/schema.ts'
import { api, call } from '../../api/client.ts'
import { Note } from '../../ui/feedback/notice.tsx'
import { useCallForm } from '../../ui/form/form-dialog.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { usePageTitle } from '../../ui/page/page-header.tsx'
import { tiles } from '../../ui/page/tiles.ts'
import {
  ConfirmPasswordField,
  EmailField,
  NameField,
  NewPasswordField,
  UsernameField,
} from '../account/account-fields.tsx'
import { useRegistration } from '../session-query.ts'
import styles from './auth-page.module.css'
import { LinkHead } from './link-page.tsx'
import { loginReason } from './login-redirect.ts'
import panel from './marketing-panel.module.css'
import { signingIn } from './signing-in.ts'

const route = getRouteApi('/auth')

/** Login and Register, beside the marketing panel. */
export function AuthPage() {
  const search = route.useSearch()
  const { from } = search
  const { open, isFresh } = useRegistration()
  const tab = (open && (search.tab ?? (isFresh && 'register'))) || 'login'
  const navigate = useNavigate({ from: '/auth' })
  const router = useRouter()
  usePageTitle(tab === 'login' ? 'Login' : 'Register')
  const reason = loginReason(from)
  const leave = () => router.history.replace(from ?? paths.staffHome())
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <LinkHead />
        <div className={styles.forms}>
          <Title fz="var(--s4)" lh={1.1} mb="md">
            {tab === 'login' ? 'Welcome back' : isFresh ? 'Welcome. Set up your shop' : 'Create your account'}
          </Title>
          {reason && <Note mb="md">{reason}</Note>}
          {!open && search.tab === 'register' && <Note mb="md">{sessionMessages.registrationClosed}</Note>}
          <Tabs
            value={tab}
            onChange={(next) =>
              navigate({
                search: { from, tab: next === 'register' || isFresh ? (next as typeof tab) : undefined },
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
              <LoginForm onDone={leave} />
            </Tabs.Panel>
            <Tabs.Panel value="register">
              <RegisterForm onDone={leave} />
            </Tabs.Panel>
          </Tabs>
        </div>
      </main>
      <MarketingPanel />
    </div>
  )
}

function LoginForm({ onDone }: { onDone: () => void }) {
  const { form, shell } = useCallForm({
    schema: loginForm,
    values: { username: '', password: '' },
    ...signingIn((body: LoginInput) => call(api.session.login, { body }), {
      done: 'Login successful',
      greeting: 'Welcome back, ',
      failed: 'Login failed',
    }),
    onClose: onDone,
  })
  return (
    <FormShell
      {...shell}
      submitLabel="Login"
      pendingLabel="Logging in..."
      wide
      secondary={
        <Box component={Link} to="/forgot-password" flex="1 1 100%" p="xs" ta="center">
          Forgot password?
        </Box>
      }
    >
      <UsernameField label="Username or email" {...form.getInputProps('username')} />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </FormShell>
  )
}

const empty = { shopName: '', name: '', username: '', email: '', password: '', confirmPassword: '' }

function RegisterForm({ onDone }: { onDone: () => void }) {
  // The repeated password isn't sent (docs/product.md, Registering).
  const register = ({ confirmPassword: _, ...body }: typeof empty) => call(api.session.register, { body })
  const { form, shell } = useCallForm({
    schema: registerForm,
    values: empty,
    ...signingIn(register, {
      done: 'Registration successful',
      greeting: 'Welcome, ',
      failed: 'Registration failed',
    }),
    onClose: onDone,
  })
  return (
    <FormShell {...shell} submitLabel="Register" pendingLabel="Registering..." wide>
      <TextInput
        label="Shop name"
        name="shopName"
        autoComplete="organization"
        description="Guests see it on your pages and emails."
        {...form.getInputProps('shopName')}
      />
      <NameField {...form.getInputProps('name')} />
      <EmailField
        {...form.getInputProps('email')}
        onChange={(change) => {
          const email = change.currentTarget.value
          const { username, email: before } = form.getValues()
          // What they chose themselves stays.
          if (username === proposeUsername(before)) form.setFieldValue('username', proposeUsername(email))
          form.setFieldValue('email', email)
        }}
      />
      <UsernameField
        description="Taken from your email. You can change it."
        {...form.getInputProps('username')}
      />
      <NewPasswordField {...form.getInputProps('password')} />
      <ConfirmPasswordField {...form.getInputProps('confirmPassword')} />
    </FormShell>
  )
}

const promises = [
  [
    'One link to share',
    'Set your dates and hours once. Guests open the page and pick a time that works for them.',
  ],
  ['No account for guests', 'Guests book from any phone with just a name and email.'],
  [
    'No double bookings',
    'If two guests want the last spot, one gets it and we offer the other the nearest open times.',
  ],
  ['Plans change', 'Every confirmation includes a calendar invite and a link to reschedule or cancel.'],
] as const

const times = ['10:00 AM', '10:30 AM', '11:00 AM', '11:30 AM', '12:00 PM', '12:30 PM']
const chosen = '11:00 AM'

/** Product highlights beside the login form. The card illustrates a guest's booking. */
function MarketingPanel() {
  return (
    <aside className={panel.panel} aria-label="About Trunkshow">
      <Box w="min(100%, 560px)" m="auto">
        <h2 className={panel.title}>A time for every guest.</h2>
        <Text fz="md" maw="44ch" mt="md">
          Trunkshow turns your trunk show into appointments that guests book themselves.
        </Text>
        <Card
          maw={400}
          my="xl"
          p="lg"
          style={{ gap: 'var(--g3)', boxShadow: 'var(--shadow)' }}
          aria-hidden="true"
        >
          <Text span ff="heading" fz="xl" lh={1.2}>
            Friday, April 16
          </Text>
          <div className={panel.times}>
            {times.map((time) => (
              <span key={time} className={panel.time} data-chosen={time === chosen}>
                {time}
              </span>
            ))}
          </div>
        </Card>
        <dl style={tiles(220, 'var(--g4) var(--g5)', true)}>
          {promises.map(([title, text]) => (
            <div key={title}>
              <Text component="dt" c="bright" fw={600}>
                {title}
              </Text>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Box>
    </aside>
  )
}
