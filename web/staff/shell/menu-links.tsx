import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import type { ComponentType } from 'react'
import { mailStateQuery } from '../session/account/queries.ts'
import {
  CalendarIcon,
  CustomersIcon,
  EmailIcon,
  HelpIcon,
  HomeIcon,
  OrdersIcon,
  ProductIcon,
  ReportsIcon,
  SettingsIcon,
} from '../ui/page/frame-icons.tsx'
import styles from './app-layout.module.css'

/** The links to the product's areas, with the current one marked and how many guests an email failed to reach, and Help. */
export function MenuLinks({ onNavigate }: { onNavigate?: () => void }) {
  const area = useLocation({ select: ({ pathname }) => pathname.split('/')[1] ?? '' })
  const { data: failed = 0 } = useQuery({ ...mailStateQuery(), select: ({ failed }) => failed })
  return (
    <>
      {menuEntries.map(({ to, label, Icon, covers }) => {
        const count = to === paths.emails() ? failed : 0
        return (
          <Link
            key={to}
            to={to}
            title={count ? `${label}: ${count} failed` : label}
            className={styles.entry}
            data-current={covers.includes(area)}
            onClick={onNavigate}
          >
            <Icon />
            <span>{label}</span>
            {count > 0 && <b className={styles.count}>{count === 100 ? '100+' : count}</b>}
          </Link>
        )
      })}
      <a href={paths.help('hosts')} title="Help" className={styles.entry}>
        <HelpIcon />
        <span>Help</span>
      </a>
    </>
  )
}

interface MenuEntry {
  to: ReturnType<
    (typeof paths)[
      | 'staffHome'
      | 'events'
      | 'orders'
      | 'customers'
      | 'products'
      | 'emails'
      | 'reports'
      | 'settings']
  >
  label: string
  Icon: ComponentType
  /** Path prefixes for which this entry is the current one. */
  covers: readonly string[]
}

/** The areas of the staff app, in menu order. */
const menuEntries: readonly MenuEntry[] = [
  { to: paths.staffHome(), label: 'Home', Icon: HomeIcon, covers: ['home'] },
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
  { to: paths.emails(), label: 'Emails', Icon: EmailIcon, covers: ['emails'] },
  { to: paths.reports(), label: 'Reports', Icon: ReportsIcon, covers: ['reports'] },
  { to: paths.settings(), label: 'Settings', Icon: SettingsIcon, covers: ['settings'] },
]
