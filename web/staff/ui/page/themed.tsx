import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { colorSchemeManager } from './color-scheme.ts'
import { mantineTheme } from './mantine-theme.ts'

/** Mantine's variables and classes come from our stylesheets only, so the CSP needs no inline styles. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
