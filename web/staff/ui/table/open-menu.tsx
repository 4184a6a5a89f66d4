import { Menu } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type RefCallback, useLayoutEffect } from 'react'

export interface RowTask {
  label: string
  /** What it does; or what it leads to, below. */
  onRun?: () => void
  /** A screen of the app. */
  to?: string
  /** Any other address; `outside` opens it in a new tab. */
  href?: string
  outside?: boolean
  /** Whether it can't be undone. */
  danger?: boolean
  /** Why it can't be done now, which the menu says; null if it can. */
  reason?: string | null
}

interface OpenMenuProps {
  tasks: readonly RowTask[]
  /** The button that opened it, which has the focus again afterwards. */
  trigger: HTMLElement
  onClose: () => void
}

/** A row's menu while it is open. */
export function OpenMenu({ tasks, trigger, onClose }: OpenMenuProps) {
  const { history } = useRouter()
  return (
    <Menu
      opened
      onClose={() => {
        trigger.focus() // also where a dialog returns the focus to; the menu is gone by then
        onClose()
      }}
      position="bottom-end"
      withInitialFocusPlaceholder={false}
      // Not in its row, which may be clipped, but in the part of the screen that a screen reader reads it with.
      withinPortal
      portalProps={{ target: trigger.closest<HTMLElement>('[role="dialog"], main') ?? undefined }}
    >
      <Menu.Target>
        <At trigger={trigger} />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={trigger.id} maw={280}>
        {tasks.map(({ label, onRun, to, href = to, outside, danger, reason }) => (
          <Menu.Item
            key={label}
            {...(href === undefined ? {} : { component: 'a' as const, href })}
            {...(outside && { target: '_blank', rel: 'noopener' })}
            c={danger && !reason ? 'bad' : undefined}
            aria-disabled={Boolean(reason)}
            closeMenuOnClick={!reason}
            onClick={(event: MouseEvent) => {
              if (reason) return
              onRun?.()
              if (!to || event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              history.push(to)
            }}
          >
            {label}
            {reason && <small style={{ display: 'block' }}>{reason}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Places the menu at the button, which is there before the menu's code. */
function At({ trigger, ref }: { trigger: HTMLElement; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => {
    ref?.(trigger)
  }, [ref, trigger])
  return null
}
