import { Tabs, Title } from '@mantine/core'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import { useRegistrationOpen } from '../session-query.ts'
import styles from './auth-page.module.css'
import { LinkHead } from './link-page.tsx'
import { LoginForm } from './login-form.tsx'
import { loginReason } from './login-redirect.ts'
import { MarketingPanel } from './marketing-panel.tsx'
import { RegisterForm } from './register-form.tsx'

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
