import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Overlay } from './shortcuts.ts'

/** Whether the key goes to a field, or a dialog is open. */
const isTaken = ({ target }: KeyboardEvent) =>
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null) ||
  document.querySelector('[role="dialog"], dialog[open]') !== null

/** Ctrl-K and ⌘K open the search, wherever; other keys are shortcuts, whose code loads with the first of them. */
export function useKeys(open: (overlay: Overlay) => void) {
  const router = useRouter()
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault()
        open('search')
      } else if (!ctrlKey && !metaKey && !altKey && key.length === 1 && !isTaken(event)) {
        // Before the page scrolls or the browser searches in it, which the code would come too late for.
        if (key === '/') event.preventDefault()
        void import('./shortcuts.ts').then(({ handleShortcut }) => handleShortcut(key, router, open))
      }
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [open, router])
}
