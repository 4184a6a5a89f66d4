import { Link, useLocation } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import type { ComponentType } from 'react'
import {
  CalendarIcon,
  CustomersIcon,
  OrdersIcon,
  ProductIcon,
  SettingsIcon,
} from '../ui/page/frame-icons.tsx'
import styles from './menu.module.css'

/** The links to the product's areas, with the current one marked. */
export function MenuLinks({ onNavigate }: { onNavigate?: () => void }) {
  const area = useLocation({ select: ({ pathname }) => pathname.split('/')[1] ?? '' })
  return menuEntries.map(({ to, label, Icon, covers }) => (
    <Link
      key={to}
      to={to}
      title={label}
      className={styles.entry}
      data-current={covers.includes(area)}
      onClick={onNavigate}
    >
      <Icon />
      <span className={styles.label}>{label}</span>
    </Link>
  ))
}

interface MenuEntry {
  to: ReturnType<(typeof paths)['events' | 'orders' | 'customers' | 'products' | 'settings']>
  label: string
  Icon: ComponentType
  /** Path prefixes for which this entry is the current one. */
  covers: readonly string[]
}

/** The areas of the staff app, in menu order. */
const menuEntries: readonly MenuEntry[] = [
  {
    to: paths.events(),
    label: 'Events',
    Icon: CalendarIcon,
    covers: ['events', 'host', 'editevent', 'bookings'],
  },
  { to: paths.orders(), label: 'Orders', Icon: OrdersIcon, covers: ['orders'] },
  {
    to: paths.customers(),
    label: 'Customers',
    Icon: CustomersIcon,
    covers: ['customers', 'customer-history'],
  },
  { to: paths.products(), label: 'Products', Icon: ProductIcon, covers: ['products'] },
  { to: paths.settings(), label: 'Settings', Icon: SettingsIcon, covers: ['settings'] },
]
