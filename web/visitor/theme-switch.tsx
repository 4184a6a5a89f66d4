import { DarkIcon, LightIcon, SystemIcon } from './icons.tsx'
import styles from './theme-switch.module.css'
import { type Theme, themes, useTheme } from './use-theme.ts'

const looks = {
  light: { Icon: LightIcon, label: 'Light' },
  dark: { Icon: DarkIcon, label: 'Dark' },
  system: { Icon: SystemIcon, label: 'System' },
}

/** An icon with the browser's own list behind it. It needs scripts, so without them the CSS hides it. */
export function ThemeSwitch() {
  const [theme, chooseTheme] = useTheme()
  const { Icon } = looks[theme]
  return (
    <span className={styles.switch}>
      <Icon />
      <select
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
