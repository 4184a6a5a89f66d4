import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import surfaces from '../page/surfaces.module.css'
import { QuietButton, Soft } from '../page/words.tsx'
import styles from './pick-list.module.css'

interface PickListProps<Item> {
  label: string
  items: readonly Item[]
  /** An item's name, and what distinguishes it from others or says why it is unavailable. */
  wordsOf: (item: Item) => { name: string; detail: string; unavailable?: boolean }
  onPick: (item: Item) => void
}

/** A short list of search results to select one from. */
export function PickList<Item extends { id: number }>({
  label,
  items,
  wordsOf,
  onPick,
}: PickListProps<Item>) {
  return (
    <ul className={surfaces.between} aria-label={label}>
      {items.map((item) => {
        const { name, detail, unavailable = false } = wordsOf(item)
        return (
          <li key={item.id}>
            <UnstyledButton
              className={styles.pick}
              aria-disabled={unavailable}
              onClick={() => !unavailable && onPick(item)}
            >
              <strong>{name}</strong>
              <Soft>{detail}</Soft>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}

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
        <QuietButton
          size="compact-sm"
          flex="none"
          aria-label={changeLabel}
          aria-invalid={Boolean(error) || undefined}
          disabled={disabled}
          onClick={onChange}
        >
          Change
        </QuietButton>
      )}
    </Group>
  )
}
