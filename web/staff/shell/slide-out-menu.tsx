import { Drawer, Group, Stack, Text } from '@mantine/core'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { useLogOut } from '../session/use-log-out.ts'
import { LogOutIcon } from '../ui/page/frame-icons.tsx'
import styles from './menu.module.css'
import { MenuLinks } from './menu-links.tsx'
import slideStyles from './slide-out-menu.module.css'

interface SlideOutMenuProps {
  opened: boolean
  onClose: () => void
  user: SessionUser
}

/** The menu on small screens. */
export function SlideOutMenu({ opened, onClose, user }: SlideOutMenuProps) {
  const logOut = useLogOut()
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={300}
      classNames={{ content: slideStyles.content, body: slideStyles.body }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body>
          <Group justify="space-between" mb="sm" pl="sm" className={slideStyles.head}>
            <span>Trunkshow</span>
            <Drawer.CloseButton iconSize={18} size="var(--touch)" aria-label="Close menu" />
          </Group>
          <Stack aria-label="Areas" gap={2} component="nav">
            <MenuLinks onNavigate={onClose} />
          </Stack>
          <div className={slideStyles.foot}>
            <Text c="dimmed" px="sm" py="xs">
              Welcome, {user.username}
            </Text>
            <button
              type="button"
              className={styles.entry}
              disabled={logOut.isPending}
              onClick={() => logOut.mutate()}
            >
              <LogOutIcon />
              Logout
            </button>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
