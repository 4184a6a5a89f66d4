import { useEffect, useState } from 'react'

/** Restores the previous focus when this component unmounts, if nothing else has it. */
export function useReturnFocus() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}
