import {
  isMantineColorScheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  useComputedColorScheme,
} from '@mantine/core'
import { useLayoutEffect } from 'react'

/** Where both doors keep the theme: light, dark or system (docs/product.md, Theme). */
const themeKey = 'vite-ui-theme'

let listener: ((event: StorageEvent) => void) | undefined

/** Mantine says `auto` for what is stored as `system`. */
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

/** Keeps `data-theme` on <html>, by which the tokens choose their colours, in step with Mantine. */
export function useThemeAttribute() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = scheme
  }, [scheme])
}
