import { ActionIcon } from '@mantine/core'
import { Fragment, type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DownIcon, GripIcon, UpIcon } from '../page/icons.tsx'
import styles from './ordered-list.module.css'

/** What a row of an ordered list shows of its place. */
export interface RowHandles {
  /** Whether it is under the pointer just now. */
  dragged: boolean
  /** To drag it by. */
  grip: ReactNode
  /** Move up and Move down, which do what dragging does. */
  steps: ReactNode
}

interface OrderedListProps<Id> {
  label: string
  /** The rows in their order. */
  items: readonly { id: Id; name: string }[]
  /** Shows another order, while a row is dragged too. */
  onOrder: (ids: Id[], move: { from: number; to: number }) => void
  /** Keeps the order: a row was let go, or moved by its buttons. */
  onKeep?: (ids: Id[]) => void
  /** A drag was given up. @param before the order it began with */
  onCancel: (before: readonly Id[]) => void
  /** A row: an `li`. */
  children: (id: Id, place: number, handles: RowHandles) => ReactNode
}

/** Rows put into order by dragging them or with their Move up and Move down; each new place is announced. */
export function OrderedList<Id extends string | number>(props: OrderedListProps<Id>) {
  const { label, items, onOrder, onKeep, onCancel, children } = props
  const ids = items.map(({ id }) => id)
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<{ id: Id; before: readonly Id[] }>()
  const [said, setSaid] = useState('')

  const move = (id: Id, to: number) => {
    const from = ids.indexOf(id)
    const moved = ids.toSpliced(from, 1).toSpliced(to, 0, id)
    onOrder(moved, { from, to })
    return moved
  }
  const say = (id: Id, to: number) =>
    setSaid(`${items.find((item) => item.id === id)?.name} is now ${to + 1} of ${ids.length}.`)
  const handleStep = (id: Id, to: number) => {
    say(id, to)
    // At once, since the browser takes the focus off what moves within the page: the button then takes it again.
    flushSync(() => {
      const moved = move(id, to)
      onKeep?.(moved)
    })
  }
  // The list has the pointer, not the row: what moves within the page loses it.
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
      say(dragged.id, ids.indexOf(dragged.id))
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
      <p className={styles.said} role="status">
        {said}
      </p>
    </>
  )
}

/** Where a row dragged to this height stands: after the others whose middle is above it. */
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

/** The focus stays on one of the two. */
function Steps({ name, place, count, onStep }: StepsProps) {
  const both = useRef<HTMLSpanElement>(null)
  const step = ({ currentTarget }: MouseEvent<HTMLButtonElement>, to: number) => {
    onStep(to)
    if (currentTarget.disabled) both.current?.querySelector<HTMLElement>('button:enabled')?.focus()
    else currentTarget.focus()
  }
  return (
    <span ref={both} className={styles.steps}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="var(--control)"
        aria-label={`Move up ${name}`}
        disabled={place === 0}
        onClick={(event) => step(event, place - 1)}
      >
        <UpIcon />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="var(--control)"
        aria-label={`Move down ${name}`}
        disabled={place === count - 1}
        onClick={(event) => step(event, place + 1)}
      >
        <DownIcon />
      </ActionIcon>
    </span>
  )
}
