import { Link } from '@tanstack/react-router'
import { useLogOut } from '../session/log-out.tsx'
import { CustomersIcon, LogOutIcon } from '../ui/page/frame-icons.tsx'
import { ThemeSwitch } from '../ui/page/theme-switch.tsx'
import styles from './app-layout.module.css'

/** What the account menu has, which is in the top bar, and on small screens at the foot of the slide-out menu. */
export function AccountEntries({ onNavigate }: { onNavigate?: () => void }) {
  const logOut = useLogOut()
  return (
    <>
      <Link
        to="/settings/$section"
        params={{ section: 'profile' }}
        className={styles.entry}
        onClick={onNavigate}
      >
        <CustomersIcon />
        Your profile
      </Link>
      <div className={styles.entry}>
        <ThemeSwitch variant="transparent" size={18} pos="static" />
        Theme
      </div>
      <button
        type="button"
        className={styles.entry}
        disabled={logOut.isPending}
        onClick={() => logOut.mutate()}
      >
        <LogOutIcon />
        Logout
      </button>
    </>
  )
}
