import { Tabs } from '@mantine/core'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { ThemeSwitch } from '../../ui/page/theme-switch.tsx'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import { useRegistrationOpen } from '../session-query.ts'
import styles from './auth-page.module.css'
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
        <header className={styles.head}>
          <a href="/" className={styles.brand}>
            Trunkshow
          </a>
          <ThemeSwitch />
        </header>
        <div className={styles.forms}>
          <h1 className={styles.title}>{tab === 'login' ? 'Welcome back' : 'Create your account'}</h1>
          {reason && <p className={styles.reason}>{reason}</p>}
          {!open && search.tab === 'register' && (
            <p className={styles.reason}>{sessionMessages.registrationClosed}</p>
          )}
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
              <Tabs.List grow className={styles.tabs}>
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
