import type { AnyRouter } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import { menuEntries } from './menu-links.tsx'

export type Overlay = 'search' | 'shortcuts' | 'menu' | undefined

interface Shortcut {
  /** One key, or two after another. */
  keys: readonly string[]
  label: string
  /** A URL to open; else what to do. */
  does: string | ((open: (overlay: Overlay) => void) => void)
}

/** Every shortcut besides Ctrl-K: what the keys do, and what the dialog lists. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['?'], label: 'Show these shortcuts', does: (open) => open('shortcuts') },
  { keys: ['/'], label: 'Search in this list', does: focusSearch },
  ...menuEntries.map(({ key, label, to }) => ({ keys: ['g', key], label: `Go to ${label}`, does: to })),
  { keys: ['c', 'o'], label: 'Create Order', does: `${paths.orders()}?create=true` },
  { keys: ['c', 'e'], label: 'Create Event', does: `${paths.events()}?create=true` },
]

/** localStorage key of whether single keys do nothing here (WCAG 2.2, 2.1.4). */
export const shortcutsOffKey = 'trunkshow-shortcuts-off'

const NEXT_KEY_WITHIN_MS = 1500

let first: { key: string; at: number } | undefined

/** Does what a key, or the last one and it, stand for. */
export function handleShortcut(key: string, router: AnyRouter, open: (overlay: Overlay) => void) {
  if (localStorage.getItem(shortcutsOffKey) === 'true' && key !== '?') return
  const now = performance.now()
  const before = first && now - first.at < NEXT_KEY_WITHIN_MS ? first.key : undefined
  first = before ? undefined : { key, at: now }
  const typed = before ? [before, key] : [key]
  const shortcut = shortcuts.find(({ keys }) => keys.join() === typed.join())
  if (!shortcut) return
  first = undefined
  if (typeof shortcut.does === 'string') router.history.push(shortcut.does)
  else shortcut.does(open)
}

function focusSearch() {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}
