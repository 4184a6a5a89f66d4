import type { ComponentType } from 'react'
import { CalendarIcon, CustomersIcon, OrdersIcon, ProductIcon, SettingsIcon } from '../ui/icons.tsx'

interface MenuEntry {
  to: '/events' | '/orders' | '/customers' | '/products' | '/settings'
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
  { to: '/orders', label: 'Orders', Icon: OrdersIcon, covers: ['orders'] },
  {
    to: '/customers',
    label: 'Customers',
    Icon: CustomersIcon,
    covers: ['customers', 'customer-history'],
  },
  { to: '/products', label: 'Products', Icon: ProductIcon, covers: ['products'] },
  { to: '/settings', label: 'Settings', Icon: SettingsIcon, covers: ['settings'] },
]
