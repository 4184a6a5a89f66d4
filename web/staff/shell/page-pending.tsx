import { Stack, Title } from '@mantine/core'

/** Shown while the session loads on a slow network. */
export function PagePending() {
  return (
    <Stack component="main" gap="xs" justify="center" mih="80dvh" c="dimmed" ta="center">
      <Title fz="var(--s4)" lh={1.1} c="bright">
        Trunkshow
      </Title>
      <p role="status">Loading...</p>
    </Stack>
  )
}
