import { Box, Drawer, Group, Stack } from '@mantine/core'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { QuietText } from '../ui/page/words.tsx'
import { AccountEntries } from './account-entries.tsx'
import { MenuLinks } from './menu-links.tsx'

interface SlideOutMenuProps {
  onClose: () => void
  user: SessionUser
}

/** The menu on small screens. */
export function SlideOutMenu({ onClose, user }: SlideOutMenuProps) {
  return (
    <Drawer.Root opened onClose={onClose} size={300}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu" bg="var(--paper)">
        <Stack component={Drawer.Body} gap={0} mih="100%" p="sm">
          <Group justify="space-between" mb="sm" pl="sm" ff="heading" fz="xl" lh={1.2}>
            <span>Trunkshow</span>
            <Drawer.CloseButton iconSize={18} size="var(--touch)" aria-label="Close menu" />
          </Group>
          <Stack aria-label="Areas" gap={2} component="nav">
            <MenuLinks onNavigate={onClose} />
          </Stack>
          <Box mt="auto" pt="sm" style={{ borderTop: '1px solid var(--line)' }}>
            <QuietText px="sm" py="xs">
              Welcome, {user.username}
            </QuietText>
            <AccountEntries onNavigate={onClose} />
          </Box>
        </Stack>
      </Drawer.Content>
    </Drawer.Root>
  )
}
