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

/**
 * Props of what a booking is dragged by, with the mouse; Reschedule does the same by keyboard and touch.
 *
 * @param drag called with whether the booking is being dragged
 * @param imageOf what moves with the pointer, instead of the element
 */
export function draggable(drag: (dragging: boolean) => void, imageOf?: (element: Element) => Element) {
  return {
    draggable: true,
    onDragStart: ({ currentTarget, dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move'
      dataTransfer.setData('text/plain', '') // Firefox starts no drag without data.
      if (imageOf) dataTransfer.setDragImage(imageOf(currentTarget), -12, 8)
      drag(true)
    },
    onDragEnd: () => drag(false),
  }
}

/** Whether something dragged leaves only a child of the element. */
export function staysInside({ currentTarget, relatedTarget }: DragEvent) {
  return relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
}
