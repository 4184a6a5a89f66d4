import { paths } from '@trunkshow/contract/paths.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './top-bar.module.css'

/** The title, the theme, and the way in: Login, or the staff door for who is signed in (design §7.15). */
export function TopBar({ signedIn }: { signedIn: boolean }) {
  return (
    <header className={styles.bar}>
      <a className={styles.title} href={paths.home()}>
        Trunkshow
      </a>
      <nav className={styles.nav} aria-label="Account">
        <ThemeSwitch />
        {signedIn ? (
          <a href={paths.events()}>Your Events</a>
        ) : (
          <a href={paths.auth()} rel="nofollow">
            Login
          </a>
        )}
      </nav>
    </header>
  )
}
