import {
  isMantineColorScheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  useComputedColorScheme,
} from '@mantine/core'
import { useLayoutEffect } from 'react'

/** Where guest pages and the staff app store the theme: light, dark or system (docs/product.md, Theme). */
const themeKey = 'vite-ui-theme'

let listener: ((event: StorageEvent) => void) | undefined

/** Mantine calls `system` `auto`. */
function readScheme(stored: string | null): MantineColorScheme | undefined {
  const scheme = stored === 'system' ? 'auto' : stored
  return isMantineColorScheme(scheme) ? scheme : undefined
}

export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => readScheme(localStorage.getItem(themeKey)) ?? fallback,
  set: (scheme) => localStorage.setItem(themeKey, scheme === 'auto' ? 'system' : scheme),
  clear: () => localStorage.removeItem(themeKey),
  subscribe(onUpdate) {
    listener = (event) => {
      if (event.key === themeKey) onUpdate(readScheme(event.newValue) ?? 'auto')
    }
    addEventListener('storage', listener)
  },
  unsubscribe() {
    if (listener) removeEventListener('storage', listener)
  },
}

/** Keeps `data-theme` on <html>, which selects the token colors, in sync with Mantine. */
export function useThemeAttribute() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = scheme
  }, [scheme])
}
