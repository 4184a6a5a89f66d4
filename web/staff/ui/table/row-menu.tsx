import { ActionIcon } from '@mantine/core'
import { useId, useState } from 'react'
import { lazy, WaitingMenu } from '../lazy/lazy.tsx'
import { MoreIcon } from '../page/icons.tsx'
import type { RowTask } from './open-menu.tsx'

/** Its code loads when a menu may be opened: lists have many, and a page's code is limited. */
const OpenMenu = lazy(() => import('./open-menu.tsx'), 'OpenMenu', WaitingMenu)

interface RowMenuProps {
  /** What the row is about, such as a customer's name. */
  name: string
  /** In the order of the menu, except that what can't be undone is last; those that are false are left out. */
  tasks: readonly (RowTask | false)[]
}

/** All that can be done with a row besides opening it and its one next action. */
export function RowMenu({ name, tasks }: RowMenuProps) {
  const id = useId()
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null)
  const [opened, setOpened] = useState(false)
  const shown = tasks
    .filter((task) => task !== false)
    .toSorted((a, b) => Number(a.danger ?? false) - Number(b.danger ?? false))
  if (shown.length === 0) return null
  return (
    <>
      <ActionIcon
        id={id}
        ref={setTrigger}
        variant="subtle"
        color="gray"
        size="var(--control-in-row)"
        aria-label={`More for ${name}`}
        aria-haspopup="menu"
        aria-expanded={opened}
        onPointerEnter={OpenMenu.preload}
        onFocus={OpenMenu.preload}
        onKeyDown={(event) => {
          const opens = event.key === 'ArrowDown'
          if (!opens && !(opened && event.key === 'Escape')) return
          event.preventDefault()
          event.stopPropagation() // a dialog that it is in stays open
          setOpened(opens)
        }}
        onClick={() => setOpened(!opened)}
      >
        <MoreIcon />
      </ActionIcon>
      {opened && trigger && <OpenMenu tasks={shown} trigger={trigger} onClose={() => setOpened(false)} />}
    </>
  )
}
