import { Group, Stack, Text } from '@mantine/core'
import { changedTo } from '@trunkshow/contract/edits.ts'
import { QuietButton } from '../page/words.tsx'

interface TheirChangeNoteProps {
  /** The other user's name. */
  name: string
  /** Their value, formatted. */
  words: string
  /** Both are set if this user changed the field too and must choose. */
  onKeepMine?: () => void
  onUseTheirs?: () => void
}

/** Shown at a field that another user changed during editing. */
export function TheirChangeNote({ name, words, onKeepMine, onUseTheirs }: TheirChangeNoteProps) {
  return (
    <Stack component="span" gap="xs" c="warn" fw={500} data-conflict={onKeepMine !== undefined}>
      <Text span mah="9em" style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
        {changedTo(name, words)}
      </Text>
      {onKeepMine && (
        <Group component="span" gap="xs">
          <QuietButton size="compact-sm" onClick={onKeepMine}>
            Keep mine
          </QuietButton>
          <QuietButton size="compact-sm" onClick={onUseTheirs}>
            Use {name}’s
          </QuietButton>
        </Group>
      )}
    </Stack>
  )
}
