import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import { mailStateQuery } from '../session/session-query.ts'
import {
  BoardIcon,
  CalendarIcon,
  CustomersIcon,
  EmailIcon,
  HelpIcon,
  HomeIcon,
  MenuIcon,
  OrdersIcon,
  ProductIcon,
  ReportsIcon,
  SettingsIcon,
  WeekIcon,
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

const barEntries = ['Home', 'Events', 'Orders', 'Customers']

/** On phones, the areas that staff need every day, and the menu with the others. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const area = useLocation({ select: ({ pathname }) => pathname.split('/')[1] ?? '' })
  return (
    <nav aria-label="Quick links" className={styles.bottom}>
      {menuEntries.map(
        ({ to, label, Icon, covers }) =>
          barEntries.includes(label) && (
            <Link key={to} to={to} data-current={covers.includes(area)}>
              <Icon />
              {label}
            </Link>
          ),
      )}
      <button type="button" aria-label="More areas" onClick={onMore}>
        <MenuIcon />
        More
      </button>
    </nav>
  )
}

/** The areas of the staff app, in menu order, with the key that follows `g` and the path prefixes that they cover. */
export const menuEntries = [
  { to: paths.staffHome(), key: 'h', label: 'Home', Icon: HomeIcon, covers: ['home'] },
  {
    to: paths.events(),
    key: 'e',
    label: 'Events',
    Icon: CalendarIcon,
    covers: ['events', 'host', 'editevent', 'bookings'],
  },
  { to: paths.calendar(), key: 'a', label: 'Calendar', Icon: WeekIcon, covers: ['calendar'] },
  { to: paths.orders(), key: 'o', label: 'Orders', Icon: OrdersIcon, covers: ['orders'] },
  { to: paths.board(), key: 'b', label: 'Making', Icon: BoardIcon, covers: ['board'] },
  {
    to: paths.customers(),
    key: 'c',
    label: 'Customers',
    Icon: CustomersIcon,
    covers: ['customers', 'customer-history'],
  },
  { to: paths.products(), key: 'p', label: 'Products', Icon: ProductIcon, covers: ['products'] },
  { to: paths.emails(), key: 'm', label: 'Emails', Icon: EmailIcon, covers: ['emails'] },
  { to: paths.reports(), key: 'r', label: 'Reports', Icon: ReportsIcon, covers: ['reports'] },
  { to: paths.settings(), key: 's', label: 'Settings', Icon: SettingsIcon, covers: ['settings'] },
]
