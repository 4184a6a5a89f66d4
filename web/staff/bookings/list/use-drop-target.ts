import { type DragEvent, useState } from 'react'

/**
 * Props of an element that a booking can be dropped on.
 *
 * @param takes whether it takes the booking that is being dragged
 */
export function useDropTarget(takes: boolean, onDrop: () => void) {
  const [over, setOver] = useState(false)
  return {
    'data-over': takes && over,
    onDragOver: (event: DragEvent) => {
      if (!takes) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => setOver(staysInside(event)),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      if (takes) onDrop()
    },
  }
}

/** Whether something dragged leaves only a child of the element. */
export function staysInside({ currentTarget, relatedTarget }: DragEvent) {
  return relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
}
