import './shell/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { createStaffRouter } from './routes.tsx'
import { resumeLogOut } from './session/end-session.ts'
import { recheckSession, watchOtherTabs } from './session/recheck-session.ts'
import { ignoreLateTaps } from './shell/ignore-late-taps.ts'
import { showFailure } from './ui/feedback/show-failure.ts'
import { colorSchemeManager, useThemeAttribute } from './ui/page/color-scheme.ts'
import { mantineTheme } from './ui/page/mantine-theme.ts'

const queryClient = createQueryClient(() => recheckSession(queryClient, router), showFailure)
const router = createStaffRouter(queryClient)
watchOtherTabs(queryClient, router)
resumeLogOut()
ignoreLateTaps()

/** Mantine's variables and classes come from our stylesheets only, so the CSP needs no inline styles. */
function App() {
  return (
    <MantineProvider
      theme={mantineTheme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ThemeAttribute />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

function ThemeAttribute() {
  useThemeAttribute()
  return null
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
