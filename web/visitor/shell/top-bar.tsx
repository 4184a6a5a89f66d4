import { paths } from '@trunkshow/contract/paths.ts'
import { useRef } from 'react'
import { DarkIcon, LightIcon, SystemIcon } from './icons.tsx'
import styles from './top-bar.module.css'
import { type Theme, themes, useTheme } from './use-theme.ts'

/** The title, the theme switch, Help, and Login or, for logged-in users, Your Events (docs/product.md, Two doors). */
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

const looks = {
  light: { Icon: LightIcon, label: 'Light' },
  dark: { Icon: DarkIcon, label: 'Dark' },
  system: { Icon: SystemIcon, label: 'System' },
}

/** An icon with the browser's native select behind it. It needs scripts, so the CSS hides it without them. */
function ThemeSwitch() {
  const select = useRef<HTMLSelectElement>(null)
  const [theme, chooseTheme] = useTheme(select)
  const { Icon } = looks[theme]
  return (
    <span className={styles.switch}>
      <Icon />
      <select
        ref={select}
        // Or browsers restore the last choice at a reload.
        autoComplete="off"
        aria-label="Theme"
        title="Theme"
        value={theme}
        onChange={(event) => chooseTheme(event.target.value as Theme)}
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
