import { paths } from '@trunkshow/contract/paths.ts'
import { icon } from './icons.tsx'
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
const themes = [
  {
    theme: 'light',
    label: 'Light',
    Icon: icon(
      <>
        <circle cx="8" cy="8" r="2.75" />
        <path d="M8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.06 1.06M11.54 11.54l1.06 1.06M3.4 12.6l1.06-1.06M11.54 4.46l1.06-1.06" />
      </>,
    ),
  },
  {
    theme: 'dark',
    label: 'Dark',
    Icon: icon(<path d="M13.25 9.75A5.75 5.75 0 0 1 6.25 2.75a5.75 5.75 0 1 0 7 7z" />),
  },
  {
    theme: 'system',
    label: 'System',
    Icon: icon(
      <>
        <circle cx="8" cy="8" r="5.75" />
        <path d="M8 2.25v11.5M8 5h4.9M8 8h5.75M8 11h4.9" />
      </>,
    ),
  },
]

/** The theme's icon over a native select. `page-script.ts` keeps the theme; without scripts the CSS hides the switch. */
function ThemeSwitch() {
  return (
    <span className={styles.switch}>
      {themes.map(({ theme, Icon }) => (
        <span key={theme} data-theme-icon={theme}>
          <Icon />
        </span>
      ))}
      <select
        name="theme"
        // Or browsers restore the last choice at a reload.
        autoComplete="off"
        aria-label="Theme"
        title="Theme"
        defaultValue="system"
      >
        {themes.map(({ theme, label }) => (
          <option key={theme} value={theme}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}
