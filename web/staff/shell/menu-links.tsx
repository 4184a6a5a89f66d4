import { Link, useLocation } from '@tanstack/react-router'
import styles from './menu.module.css'
import { menuEntries } from './menu-entries.ts'

/** The links to the product's areas, the current one marked. */
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
