import {
  colorsTuple,
  createTheme,
  isMantineColorScheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  MantineProvider,
  useComputedColorScheme,
} from '@mantine/core'
import { createElement, type ReactNode, useLayoutEffect } from 'react'
import { ChoicesIcon } from './frame-icons.tsx'

/**
 * Mantine's variables and classes come from our stylesheets only, so the CSP needs no inline styles. Its scheme stays
 * that of index.html, since the tokens follow the theme.
 */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getRootElement={() => undefined}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}

/**
 * Buttons and similar components take their colors from the tokens (web/theme/tokens.css), not from Mantine's shades.
 */
function variantColors(variant: string, color: string | undefined) {
  const bad = color === 'bad'
  const strong = bad ? 'var(--bad)' : 'var(--accent)'
  const wash = bad ? 'var(--bad-wash)' : 'var(--accent-wash)'
  const none = '1px solid transparent'
  if (color === 'gray')
    return { background: 'transparent', hover: 'var(--sunk)', color: 'var(--ink-soft)', border: none }
  if (variant === 'filled')
    return {
      background: strong,
      hover: `color-mix(in oklab, ${strong} 88%, var(--ink))`,
      color: bad ? 'var(--sheet)' : 'var(--accent-ink)',
      border: none,
    }
  if (variant === 'default')
    return {
      background: 'var(--sheet)',
      hover: 'var(--sunk)',
      color: 'var(--ink)',
      border: '1px solid var(--line-strong)',
    }
  return { background: 'transparent', hover: wash, color: strong, border: none }
}

/** Mantine with our design tokens. Its variables are set in mantine.css, not injected: the CSP forbids style tags. */
const mantineTheme = createTheme({
  colors: {
    accent: colorsTuple('var(--accent)'),
    bad: colorsTuple('var(--bad)'),
    good: colorsTuple('var(--good)'),
    warn: colorsTuple('var(--warn)'),
  },
  primaryColor: 'accent',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: ({ variant, color }) => variantColors(variant, color),
  components: {
    // React Remove Scroll injects a style tag; global.css stops scrolling instead.
    ModalRoot: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        // Other transitions keep a transform, and fixed calendars inside would scroll with the dialog.
        transitionProps: { transition: 'fade', duration: 160 },
      },
    },
    // A calendar or color picker is part of its dialog, for Escape and screen readers, but fixed: it doesn't lengthen
    // the dialog, so closing it moves no button from under the pointer.
    Popover: { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } },
    DrawerRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 160 } } },
    Checkbox: { defaultProps: { iconColor: 'var(--accent-ink)' } },
    Group: { defaultProps: { gap: 'sm' } },
    // As the text around it; `c="dimmed"` is the soft ink.
    Text: { defaultProps: { inherit: true } },
    Card: { defaultProps: { withBorder: true, radius: 'md' } },
    Input: { defaultProps: { size: 'sm' } },
    InputLabel: { defaultProps: { mb: 4, fw: 600 } },
    InputError: { defaultProps: { fw: 500 } },
    ModalTitle: { defaultProps: { ff: 'heading', fz: 'xl', lh: 1.2 } },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    NativeSelect: {
      defaultProps: { rightSection: createElement(ChoicesIcon), rightSectionPointerEvents: 'none' },
    },
  },
})

/** Where guest pages and the staff app store the theme: light, dark or system (docs/product.md, Theme). */
const themeKey = 'vite-ui-theme'

let listener: ((event: StorageEvent) => void) | undefined

/** Mantine calls `system` `auto`. */
function readScheme(stored: string | null): MantineColorScheme | undefined {
  const scheme = stored === 'system' ? 'auto' : stored
  return isMantineColorScheme(scheme) ? scheme : undefined
}

const colorSchemeManager: MantineColorSchemeManager = {
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
