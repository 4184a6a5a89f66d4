import { ActionIcon, type MantineColorScheme, Text, useMantineColorScheme } from '@mantine/core'
import { MoonIcon, SunIcon, SystemIcon } from './frame-icons.tsx'
import surfaces from './surfaces.module.css'

const choices = [
  { scheme: 'light', label: 'Light', Icon: SunIcon },
  { scheme: 'dark', label: 'Dark', Icon: MoonIcon },
  { scheme: 'auto', label: 'System', Icon: SystemIcon },
] as const

/**
 * Light, dark or system: an icon with a native select behind it, as on the guest pages.
 *
 * @param className of an entry of a menu, which also says it in words
 */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const { Icon, label } = choices.find(({ scheme }) => scheme === colorScheme) ?? choices[2]
  const select = (
    <select
      className={surfaces.over}
      aria-label="Theme"
      title="Theme"
      value={colorScheme}
      onChange={(event) => setColorScheme(event.target.value as MantineColorScheme)}
    >
      {choices.map(({ scheme, label }) => (
        <option key={scheme} value={scheme}>
          {label}
        </option>
      ))}
    </select>
  )
  if (className)
    return (
      <div className={className}>
        <Icon />
        Theme
        <Text span c="dimmed" ml="auto">
          {label}
        </Text>
        {select}
      </div>
    )
  return (
    <ActionIcon component="span" variant="subtle" color="gray" size="var(--touch)">
      <Icon />
      {select}
    </ActionIcon>
  )
}
