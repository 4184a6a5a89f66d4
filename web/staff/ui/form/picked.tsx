import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Soft } from '../page/soft.tsx'

interface PickedProps {
  name: string
  detail: ReactNode
  /** The Change button's accessible name. */
  changeLabel: string
  error?: ReactNode
  /** Absent if the selection is final. */
  onChange?: () => void
  disabled?: boolean
}

/** The selected item, with a button to select another one. */
export function Picked({ name, detail, changeLabel, error, onChange, disabled }: PickedProps) {
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      px="sm"
      py="xs"
      bd={`1px solid var(--${error ? 'bad' : 'line'})`}
      bdrs="sm"
    >
      <Stack gap={0} miw={0}>
        <strong>{name}</strong>
        <Soft>{detail}</Soft>
        {error && (
          <Text span c="bad" fz="xs" fw={500} role="alert">
            {error}
          </Text>
        )}
      </Stack>
      {onChange && (
        <Button
          variant="default"
          size="compact-sm"
          flex="none"
          aria-label={changeLabel}
          aria-invalid={Boolean(error) || undefined}
          disabled={disabled}
          onClick={onChange}
        >
          Change
        </Button>
      )}
    </Group>
  )
}
