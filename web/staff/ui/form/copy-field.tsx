import { Button, Group, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { CopyIcon } from '../page/icons.tsx'

interface CopyFieldProps {
  /** For screen readers. */
  label: string
  value: string
  /** The button that has the focus when a dialog opens. */
  autoFocus?: boolean
}

/** A link to read, and a button that copies it. */
export function CopyField({ label, value, autoFocus }: CopyFieldProps) {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Group gap="xs">
      <TextInput
        readOnly
        flex="1 1 220px"
        aria-label={label}
        value={value}
        onFocus={(focus) => focus.currentTarget.select()}
      />
      <Button leftSection={<CopyIcon />} onClick={() => clipboard.copy(value)} data-autofocus={autoFocus}>
        {clipboard.copied ? 'Copied' : 'Copy link'}
      </Button>
    </Group>
  )
}
