import { Text } from '@mantine/core'
import { accentIn, type ThemeName, themeColors } from '@trunkshow/contract/company/rules.ts'
import styles from './public-page.module.css'

const names = { light: 'Light theme', dark: 'Dark theme' }

/** How guests see a color in both themes, and whether it had to be changed to be readable. */
export function ColorPreview({ color }: { color: string }) {
  const chosen = color.trim().toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(chosen)) return null
  return (
    <div className={styles.previews}>
      {(['light', 'dark'] as const).map((theme) => (
        <Preview key={theme} theme={theme} color={chosen} />
      ))}
    </div>
  )
}

function Preview({ theme, color }: { theme: ThemeName; color: string }) {
  const { accent } = accentIn(theme, color)
  const { sheet, accentInk } = themeColors[theme]
  const changed = theme === 'light' ? 'Darkened' : 'Lightened'
  return (
    <figure className={styles.preview} style={{ background: sheet, color: accent }}>
      <Text span px="md" py="xs" bdrs="sm" fw={600} style={{ background: accent, color: accentInk }}>
        Book Appointment
      </Text>
      <figcaption>
        {names[theme]}
        {accent !== color && `. ${changed} so that it can be read.`}
      </figcaption>
    </figure>
  )
}
