import {
  ActionIcon,
  type ActionIconProps,
  type MantineColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { MoonIcon, SunIcon, SystemIcon } from './frame-icons.tsx'
import surfaces from './surfaces.module.css'

const choices = [
  { scheme: 'light', label: 'Light', Icon: SunIcon },
  { scheme: 'dark', label: 'Dark', Icon: MoonIcon },
  { scheme: 'auto', label: 'System', Icon: SystemIcon },
] as const

/** Light, dark or system: an icon with a native select behind it, as on the guest pages. */
export function ThemeSwitch(props: ActionIconProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const { Icon } = choices.find(({ scheme }) => scheme === colorScheme) ?? choices[2]
  return (
    <ActionIcon component="span" variant="subtle" color="gray" size="var(--touch)" {...props}>
      <Icon />
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
    </ActionIcon>
  )
}
