import './api/without-eval.ts'
import './shell/global.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { outliveTranslation } from '../theme/outlive-translation.ts'
import { createQueryClient } from './api/query-client.ts'
import { hasDesk } from './api/stored-user.ts'
import { createStaffRouter } from './routes.tsx'
import { recheckSession, resumeLogOut, watchOtherTabs } from './session/session-query.ts'
import { showFailure } from './ui/feedback/use-reported-call.ts'
import { Themed } from './ui/page/themed.tsx'

const queryClient = createQueryClient(() => recheckSession(queryClient, router), showFailure)
const router = createStaffRouter(queryClient)
outliveTranslation()
watchOtherTabs(queryClient, router)
resumeLogOut()
if (hasDesk()) {
  void import('./api/device-store.ts').then(({ forgetOldDays }) => forgetOldDays()).catch(() => {})
  // Loaded now, so that logging out needs no network.
  void import('./session/clear-desk.tsx').catch(() => {})
}
ignoreLateTaps()
// Only for people at the keyboard, so it comes with their first key.
addEventListener('keydown', () => void import('./shell/keep-focus.ts'), { once: true })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Themed>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Themed>
  </StrictMode>,
)

/**
 * Ignores the second tap of a double tap if the first removed its target, such as a dialog's `Discard changes`, since
 * it would hit what was behind the dialog.
 */
function ignoreLateTaps() {
  let pressed: Element | null = null
  const handle = (event: MouseEvent) => {
    if (event.detail > 1 && pressed && !pressed.isConnected) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.type === 'click' && event.target instanceof Element) {
      pressed = event.target.closest('a, button, label') ?? event.target
    }
  }
  for (const type of ['mousedown', 'click'] as const) window.addEventListener(type, handle, { capture: true })
}
