import type { ProductCustomization } from '@trunkshow/contract/customizations/schema.ts'
import { type PointerEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './assigned-list.module.css'
import { AssignedRow } from './assigned-row.tsx'
import { useAssignedOrder } from './use-assigned-order.ts'

interface AssignedListProps {
  productId: number
  assigned: readonly ProductCustomization[]
  mayEdit: boolean
}

/** A product's customizations, ordered by dragging a row or with its Move up and Move down. */
export function AssignedList({ productId, assigned, mayEdit }: AssignedListProps) {
  const { rows, ids, move, save, reset } = useAssignedOrder(productId, assigned)
  const list = useRef<HTMLUListElement>(null)
  /** The row under the pointer while it is dragged, and whether it has moved yet. */
  const [dragged, setDragged] = useState<{ id: number; moved: boolean }>()
  const [said, setSaid] = useState('')

  const say = (id: number, to: number) => {
    const name = assigned.find(({ customizationId }) => customizationId === id)?.customization.name
    setSaid(`${name} is now ${to + 1} of ${ids.length}.`)
  }
  const handleStep = (id: number, to: number) => {
    say(id, to)
    // At once, since the browser takes the focus off what moves within the page: the button then takes it again.
    flushSync(() => save(move(id, to)))
  }
  // The list has the pointer, not the row: what moves within the page loses it.
  const handleGrab = (id: number, { pointerId, button }: PointerEvent) => {
    if (button !== 0) return
    list.current?.setPointerCapture(pointerId)
    setDragged({ id, moved: false })
  }
  const handleMove = ({ clientY }: PointerEvent) => {
    if (!dragged) return
    const to = placeAt(clientY, [...list.current!.children], ids.indexOf(dragged.id))
    if (to === ids.indexOf(dragged.id)) return
    move(dragged.id, to)
    setDragged({ ...dragged, moved: true })
  }
  const handleDrop = () => {
    if (dragged?.moved) {
      save(ids)
      say(dragged.id, ids.indexOf(dragged.id))
    }
    setDragged(undefined)
  }
  const handleCancel = () => {
    if (dragged) reset()
    setDragged(undefined)
  }
  return (
    <>
      <ul
        ref={list}
        className={styles.list}
        aria-label="Assigned customizations"
        onPointerMove={handleMove}
        onPointerUp={handleDrop}
        onPointerCancel={handleCancel}
      >
        {rows.map((row, place) => (
          <AssignedRow
            key={row.customizationId}
            productId={productId}
            row={row}
            place={place}
            count={rows.length}
            mayEdit={mayEdit}
            dragged={dragged?.id === row.customizationId}
            onGrab={(event) => handleGrab(row.customizationId, event)}
            onStep={(to) => handleStep(row.customizationId, to)}
          />
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
