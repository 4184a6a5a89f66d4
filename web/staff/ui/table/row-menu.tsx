import { ActionIcon, Menu } from '@mantine/core'
import { useRef } from 'react'
import { MoreIcon } from '../page/icons.tsx'

interface RowTask {
  label: string
  /** Whether it deletes something. */
  danger: boolean
  onRun: () => void
}

export interface RowMenuProps {
  /** What the row is about, such as a customer's name. */
  name: string
  tasks: readonly RowTask[]
}

/** What is done rarely with a row of a table. */
export function RowMenu({ name, tasks }: RowMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          ref={trigger}
          variant="subtle"
          size="calc(var(--control) - 4px)"
          aria-label={`More for ${name}`}
        >
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tasks.map(({ label, danger, onRun }) => (
          <Menu.Item
            key={label}
            color={danger ? 'var(--bad)' : undefined}
            onClick={() => {
              trigger.current?.focus() // where a dialog returns the focus to; the menu is gone by then
              onRun()
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
