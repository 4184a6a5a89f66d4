import { useEffect, useLayoutEffect, useRef } from 'react'

/** Restores the previous focus when this component unmounts, if nothing else has it. */
export function useReturnFocus() {
  const before = useRef<Element>(null)
  // Not while rendering: until now, a dialog that waited for this one's code had the focus.
  useLayoutEffect(() => {
    before.current = document.activeElement
  }, [])
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before.current instanceof HTMLElement)
        before.current.focus()
    },
    [],
  )
}
