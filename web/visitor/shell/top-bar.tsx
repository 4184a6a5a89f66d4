import { paths } from '@trunkshow/contract/paths.ts'
import { DarkIcon, LightIcon, SystemIcon } from './icons.tsx'
import styles from './top-bar.module.css'

/** The title, the theme switch, Help, and Login or, for logged-in users, Your Events (docs/product.md, Guest and staff pages). */
export function TopBar({ signedIn }: { signedIn: boolean }) {
  return (
    <header className={styles.bar}>
      <a className={styles.title} href={paths.home()}>
        Trunkshow
      </a>
      <nav className={styles.nav} aria-label="Account">
        <ThemeSwitch />
        <a href={paths.help(signedIn ? 'hosts' : 'guests')}>Help</a>
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

/** Light, dark, or the system's (docs/product.md, Theme). */
const themes = ['light', 'dark', 'system'] as const

const looks = {
  light: { Icon: LightIcon, label: 'Light' },
  dark: { Icon: DarkIcon, label: 'Dark' },
  system: { Icon: SystemIcon, label: 'System' },
}

/**
 * The icon of the theme, with the browser's native select behind it. `page-script.ts` keeps the theme; without scripts
 * the CSS hides the switch.
 */
function ThemeSwitch() {
  return (
    <span className={styles.switch}>
      {themes.map((theme) => {
        const { Icon } = looks[theme]
        return (
          <span key={theme} data-theme-icon={theme}>
            <Icon />
          </span>
        )
      })}
      <select
        name="theme"
        // Or browsers restore the last choice at a reload.
        autoComplete="off"
        aria-label="Theme"
        title="Theme"
        defaultValue="system"
      >
        {themes.map((theme) => (
          <option key={theme} value={theme}>
            {looks[theme].label}
          </option>
        ))}
      </select>
    </span>
  )
}
