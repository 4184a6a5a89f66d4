import { ActionIcon, Group } from '@mantine/core'
import { Fragment, type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DownIcon, GripIcon, UpIcon } from '../page/icons.tsx'
import { QuietText } from '../page/words.tsx'
import styles from './ordered-list.module.css'

/** A row's controls for reordering. */
export interface RowHandles {
  dragged: boolean
  grip: ReactNode
  /** Move up and Move down, for reordering without dragging. */
  steps: ReactNode
}

interface OrderedListProps<Id> {
  label: string
  /** The rows in order. */
  items: readonly { id: Id; name: string }[]
  /** Shows a new order, also during a drag. */
  onOrder: (ids: Id[], move: { from: number; to: number }) => void
  /** Saves the order, after a drop or a button press. */
  onKeep?: (ids: Id[]) => void
  /** A drag was canceled. @param before the order before the drag */
  onCancel: (before: readonly Id[]) => void
  /** Renders a row, an `li`. */
  children: (id: Id, place: number, handles: RowHandles) => ReactNode
}

/** A list reordered by dragging rows or with Move up and Move down; new positions are announced. */
export function OrderedList<Id extends string | number>(props: OrderedListProps<Id>) {
  const { label, items, onOrder, onKeep, onCancel, children } = props
  const ids = items.map(({ id }) => id)
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<{ id: Id; before: readonly Id[] }>()
  const [announcement, setAnnouncement] = useState('')

  const move = (id: Id, to: number) => {
    const from = ids.indexOf(id)
    const moved = ids.toSpliced(from, 1).toSpliced(to, 0, id)
    onOrder(moved, { from, to })
    return moved
  }
  const announce = (id: Id, to: number) =>
    setAnnouncement(`${items.find((item) => item.id === id)?.name} is now ${to + 1} of ${ids.length}.`)
  const handleStep = (id: Id, to: number) => {
    announce(id, to)
    // Flushed at once: moving a button in the page loses the focus, and the button then takes it back.
    flushSync(() => {
      const moved = move(id, to)
      onKeep?.(moved)
    })
  }
  // The list captures the pointer, not the row, since moving an element in the page loses the capture.
  const handleGrab = (id: Id, { pointerId, button }: PointerEvent) => {
    if (button !== 0) return
    list.current?.setPointerCapture(pointerId)
    setDragged({ id, before: ids })
  }
  const handleMove = ({ clientY }: PointerEvent) => {
    if (!dragged) return
    const to = placeAt(clientY, [...list.current!.children], ids.indexOf(dragged.id))
    if (to === ids.indexOf(dragged.id)) return
    move(dragged.id, to)
    requestAnimationFrame(() => list.current?.children[to]?.scrollIntoView({ block: 'nearest' }))
  }
  const handleDrop = () => {
    if (dragged?.before.some((id, place) => id !== ids[place])) {
      onKeep?.(ids)
      announce(dragged.id, ids.indexOf(dragged.id))
    }
    setDragged(undefined)
  }
  const handleCancel = () => {
    if (dragged) onCancel(dragged.before)
    setDragged(undefined)
  }
  return (
    <>
      <ul
        ref={list}
        className={styles.list}
        aria-label={label}
        data-dragging={dragged !== undefined}
        onPointerMove={handleMove}
        onPointerUp={handleDrop}
        onPointerCancel={handleCancel}
      >
        {items.map(({ id, name }, place) => (
          <Fragment key={id}>
            {children(id, place, {
              dragged: dragged?.id === id,
              grip: (
                <span
                  className={styles.grip}
                  title="Drag to reorder"
                  onPointerDown={(event) => handleGrab(id, event)}
                >
                  <GripIcon />
                </span>
              ),
              steps: (
                <Steps name={name} place={place} count={ids.length} onStep={(to) => handleStep(id, to)} />
              ),
            })}
          </Fragment>
        ))}
      </ul>
      <QuietText mih="1.5em" mt={4} fz="sm" role="status">
        {announcement}
      </QuietText>
    </>
  )
}

/** The position of a row dragged to this height: after all rows whose middle is above it. */
function placeAt(y: number, rows: Element[], from: number) {
  return rows.filter((row, place) => {
    const { top, height } = row.getBoundingClientRect()
    return place !== from && top + height / 2 < y
  }).length
}

interface StepsProps {
  name: string
  place: number
  count: number
  onStep: (to: number) => void
}

/** The focus stays on one of the two buttons. */
function Steps({ name, place, count, onStep }: StepsProps) {
  const both = useRef<HTMLDivElement>(null)
  const step = ({ currentTarget }: MouseEvent<HTMLButtonElement>, to: number) => {
    onStep(to)
    if (currentTarget.disabled) both.current?.querySelector<HTMLElement>('button:enabled')?.focus()
    else currentTarget.focus()
  }
  return (
    <Group ref={both} gap={0} align="stretch" wrap="nowrap" component="span" className={styles.steps}>
      {[
        { way: 'up', to: place - 1, Icon: UpIcon },
        { way: 'down', to: place + 1, Icon: DownIcon },
      ].map(({ way, to, Icon }) => (
        <ActionIcon
          key={way}
          variant="subtle"
          color="gray"
          size="var(--control)"
          aria-label={`Move ${way} ${name}`}
          disabled={to < 0 || to === count}
          onClick={(event) => step(event, to)}
        >
          <Icon />
        </ActionIcon>
      ))}
    </Group>
  )
}
