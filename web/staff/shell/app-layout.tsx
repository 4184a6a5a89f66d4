import { ActionIcon, Box, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import type { Profile } from '@trunkshow/contract/session/schema.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useLogOut } from '../session/log-out.tsx'
import { MailBanner } from '../session/mail-banner.tsx'
import { type KnownUser, nameOf, useUser } from '../session/session-query.ts'
import { lazy } from '../ui/lazy/lazy.tsx'
import {
  ChoicesIcon,
  CollapseIcon,
  ExpandIcon,
  LogOutIcon,
  MenuIcon,
  SearchIcon,
} from '../ui/page/frame-icons.tsx'
import { ButtonLink } from '../ui/page/page-header.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { ThemeSwitch } from '../ui/page/theme-switch.tsx'
import { useStoredChoice } from '../ui/page/use-stored-choice.ts'
import { QuietText, SubtleButton } from '../ui/page/words.tsx'
import { AccountEntries } from './account-entries.tsx'
import styles from './app-layout.module.css'
import { InFrame } from './lazy-page.tsx'
import { BottomBar, MenuLinks } from './menu-links.tsx'
import type { Overlay } from './shortcuts.ts'

/** Only for small screens, so it loads when first opened. */
const SlideOutMenu = lazy(() => import('./slide-out-menu.tsx'), 'SlideOutMenu')

const SearchDialog = lazy(() => import('./search-dialog.tsx'), 'SearchDialog')
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

/** The frame of every logged-in screen: top bar, menu, page. */
export function AppLayout() {
  const user = useUser()
  const menuId = useId()
  const [chosen, setChosen] = useStoredChoice('trunkshow-menu-collapsed', false)
  // Beside a wide menu, tables have no room on a tablet. There, it is opened for the moment.
  const narrow = useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  const collapsed = narrow ? !opened : chosen
  const [overlay, setOverlay] = useState<Overlay>()
  useKeys(setOverlay)
  const close = () => setOverlay(undefined)
  const main = useFocusOnNavigation()
  return (
    <Box mih="100dvh" __vars={{ '--top-bar': '60px' }}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <TopBar
        user={user}
        sideMenu={{
          id: menuId,
          collapsed,
          toggle: () => (narrow ? setOpened(collapsed) : setChosen(!collapsed)),
        }}
        onOpenMenu={() => setOverlay('menu')}
        onSearch={() => setOverlay('search')}
      />
      <Group gap={0} align="stretch" wrap="nowrap">
        {user && <SideMenu id={menuId} collapsed={collapsed} />}
        {user && <BottomBar onMore={() => setOverlay('menu')} />}
        {user && overlay === 'menu' && <SlideOutMenu onClose={close} user={user} />}
        {user && overlay === 'search' && <SearchDialog user={user} onClose={close} />}
        {overlay === 'shortcuts' && <ShortcutsDialog onClose={close} />}
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <InFrame value={true}>
            {user && <MailBanner user={user} />}
            <Outlet />
          </InFrame>
        </main>
      </Group>
    </Box>
  )
}

/** Focuses a new page, so keyboard and screen reader users start at its top. */
function useFocusOnNavigation() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** The left menu on large screens; collapsed, it shows only icons. */
function SideMenu({ id, collapsed }: { id: string; collapsed: boolean }) {
  const logOut = useLogOut()
  return (
    <nav id={id} aria-label="Main" className={styles.menu} data-collapsed={collapsed}>
      <MenuLinks />
      <button
        type="button"
        title="Log Out"
        className={styles.entry}
        style={{ marginTop: 'auto' }}
        disabled={logOut.isPending}
        onClick={() => logOut.mutate()}
      >
        <LogOutIcon />
        <span>Log Out</span>
      </button>
    </nav>
  )
}

/** Whether the key goes to a field, or a dialog is open. */
const isTaken = ({ target }: KeyboardEvent) =>
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null) ||
  document.querySelector('[role="dialog"], dialog[open]') !== null

/** Ctrl-K and ⌘K open the search, wherever; other keys are shortcuts, whose code loads with the first of them. */
function useKeys(open: (overlay: Overlay) => void) {
  const router = useRouter()
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault()
        open('search')
      } else if (!ctrlKey && !metaKey && !altKey && key.length === 1 && !isTaken(event)) {
        // Before the page scrolls or the browser searches in it, which the code would come too late for.
        if (key === '/') event.preventDefault()
        void import('./shortcuts.ts').then(({ handleShortcut }) => handleShortcut(key, router, open))
      }
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [open, router])
}

const searchKeys = navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'

/** The company's logo and name, beside the product's. */
function CompanyMark({ company: { name, logoUrl } }: { company: Profile['company'] }) {
  return (
    <Group gap="sm" wrap="nowrap" miw={0} className={styles.company}>
      {logoUrl && <img src={logoUrl} alt="" />}
      <Text span truncate maw="28ch" c="bright">
        {name}
      </Text>
    </Group>
  )
}

/** Opens from the greeting: who is logged in, and what concerns only them. */
function AccountMenu({ user }: { user: KnownUser }) {
  const id = useId()
  return (
    <>
      <SubtleButton
        color="gray"
        maw="32ch"
        className={styles.large}
        rightSection={<ChoicesIcon />}
        popoverTarget={id}
      >
        Hello, {nameOf(user)}
      </SubtleButton>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: closes after its own entries */}
      <div
        id={id}
        popover="auto"
        className={`${styles.account} ${styles.large}`}
        onClick={({ target, currentTarget }) => {
          if ((target as Element).closest('a, button')) currentTarget.hidePopover()
        }}
      >
        <QuietText px="sm" py="xs">
          {user.email || user.username}
        </QuietText>
        <AccountEntries />
      </div>
    </>
  )
}

interface TopBarProps {
  user: KnownUser | null
  sideMenu: { id: string; collapsed: boolean; toggle: () => void }
  onOpenMenu: () => void
  onSearch: () => void
}

/** Product title, company, greeting or Login; its first button collapses or opens the menu. */
function TopBar({ user, sideMenu, onOpenMenu, onSearch }: TopBarProps) {
  const company = user?.company
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
      <Group gap="sm" wrap="nowrap" miw={0} mr="auto">
        <Link to={paths.events()} className={surfaces.brand}>
          Trunkshow
        </Link>
        {company?.name && <CompanyMark company={company} />}
      </Group>
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
      {user ? (
        <AccountMenu user={user} />
      ) : (
        <>
          <ThemeSwitch />
          <ButtonLink to={paths.auth()} variant="subtle">
            Login
          </ButtonLink>
        </>
      )}
    </Group>
  )
}
