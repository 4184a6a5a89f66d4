import { useLogOut } from '../session/use-log-out.ts'
import { LogOutIcon } from '../ui/page/frame-icons.tsx'
import styles from './menu.module.css'
import { MenuLinks } from './menu-links.tsx'
import sideStyles from './side-menu.module.css'

/** The left menu on large screens; collapsed, it shows only icons. */
export function SideMenu({ id, collapsed }: { id: string; collapsed: boolean }) {
  const logOut = useLogOut()
  return (
    <nav id={id} aria-label="Main" className={sideStyles.menu} data-collapsed={collapsed}>
      <MenuLinks />
      <button
        type="button"
        title="Log Out"
        className={`${styles.entry} ${sideStyles.last}`}
        disabled={logOut.isPending}
        onClick={() => logOut.mutate()}
      >
        <LogOutIcon />
        <span className={styles.label}>Log Out</span>
      </button>
    </nav>
  )
}
