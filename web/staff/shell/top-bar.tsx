import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { useLogOut } from '../session/log-out.tsx'
import { nameOf } from '../session/session-query.ts'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { CollapseIcon, ExpandIcon, MenuIcon, SearchIcon } from '../ui/page/frame-icons.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { ThemeSwitch } from '../ui/page/theme-switch.tsx'
import styles from './top-bar.module.css'

const searchKeys = navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'

interface TopBarProps {
  user: SessionUser | null
  sideMenu: { id: string; collapsed: boolean; toggle: () => void }
  onOpenMenu: () => void
  onSearch: () => void
}

/** Product title, greeting, Logout or Login; its first button collapses or opens the menu. */
export function TopBar({ user, sideMenu, onOpenMenu, onSearch }: TopBarProps) {
  const logOut = useLogOut()
  return (
    <Group
      component="header"
      gap="xs"
      wrap="nowrap"
      h="var(--top-bar)"
      pl="sm"
      pr="md"
      c="dimmed"
      className={styles.bar}
    >
      {user && (
        <>
          <ActionIcon
            className={styles.small}
            variant="subtle"
            color="gray"
            size="var(--touch)"
            aria-label="Open menu"
            onClick={onOpenMenu}
          >
            <MenuIcon />
          </ActionIcon>
          <ActionIcon
            className={styles.large}
            variant="subtle"
            color="gray"
            size="var(--touch)"
            aria-label={sideMenu.collapsed ? 'Expand menu' : 'Collapse menu'}
            aria-expanded={!sideMenu.collapsed}
            aria-controls={sideMenu.id}
            onClick={sideMenu.toggle}
          >
            {sideMenu.collapsed ? <ExpandIcon /> : <CollapseIcon />}
          </ActionIcon>
        </>
      )}
      <Link to={paths.events()} className={surfaces.brand} style={{ marginRight: 'auto' }}>
        Trunkshow
      </Link>
      {user && (
        <button
          type="button"
          className={styles.search}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
        >
          <SearchIcon />
          <span className={styles.word}>Search</span>{' '}
          <Text component="kbd" ml="md" ff="inherit" fz="xs" className={styles.large}>
            {searchKeys}
          </Text>
        </button>
      )}
      <ThemeSwitch />
      {user ? (
        <Group gap="xs" wrap="nowrap" miw={0} className={styles.large}>
          <Text span truncate maw="32ch">
            Hello, {nameOf(user)}
          </Text>
          <Button variant="subtle" disabled={logOut.isPending} onClick={() => logOut.mutate()}>
            Logout
          </Button>
        </Group>
      ) : (
        <ButtonLink to={paths.auth()} variant="subtle">
          Login
        </ButtonLink>
      )}
    </Group>
  )
}
