import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import { showTheme, themeKey } from './theme-script.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const listeners = new Set<() => void>()
/** Used if the browser blocks storage, so switching works for this page at least. */
let fallbackTheme: Theme | undefined

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(themeKey)
    return themes.find((theme) => theme === stored) ?? 'system'
  } catch {
    return fallbackTheme ?? 'system'
  }
}

function subscribe(listener: () => void) {
  const adoptOtherTab = () => {
    showTheme(readTheme())
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', adoptOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', adoptOtherTab)
  }
}

function chooseTheme(theme: Theme) {
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    fallbackTheme = theme
  }
  showTheme(theme)
  for (const listener of listeners) listener()
}

/**
 * The guest's theme and its setter. The server can't know it and renders `system`.
 *
 * @param select shows the themes; what it has before hydration, the guest has just selected
 */
export function useTheme(select: RefObject<HTMLSelectElement | null>) {
  useLayoutEffect(() => {
    const early = themes.find((theme) => theme === select.current?.value)
    if (early && early !== 'system') chooseTheme(early)
  }, [select])
  return [useSyncExternalStore(subscribe, readTheme, () => 'system' as Theme), chooseTheme] as const
}
