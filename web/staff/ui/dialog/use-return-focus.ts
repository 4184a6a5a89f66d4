import { useEffect, useState } from 'react'

/** When what is shown here goes away, the focus is again where it was before, if it has nowhere else to be. */
export function useReturnFocus() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}
