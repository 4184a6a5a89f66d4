import type { ComponentType } from 'react'
import { CalendarIcon, SettingsIcon } from '../ui/icons.tsx'

interface MenuEntry {
  to: '/events' | '/settings'
  label: string
  Icon: ComponentType
  /** First parts of the addresses where this entry is the current one. */
  covers: readonly string[]
}

/** The areas of the staff door, in the order of the menu. */
export const menuEntries: readonly MenuEntry[] = [
  {
    to: '/events',
    label: 'Events',
    Icon: CalendarIcon,
    covers: ['events', 'host', 'editevent', 'bookings'],
  },
  { to: '/settings', label: 'Settings', Icon: SettingsIcon, covers: ['settings'] },
]
