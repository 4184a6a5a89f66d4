import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { type ReactNode, useEffect } from 'react'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { Embedded } from './shell/links.tsx'
import { ToastProvider } from './shell/toast.tsx'

/** Marks the page as scripted, for the CSS, the tests and `page-script.ts`. */
function markLive() {
  document.documentElement.classList.add('js')
  document.documentElement.setAttribute('data-live', '')
}

/**
 * Renders what is between the top bar and the foot, the same on the server and in the browser, from the same data.
 *
 * @param props.children the page itself: the server has all of them, the browser loads the code of one
 */
export function App({ data, children }: { data: VisitorDocument; children: ReactNode }) {
  useEffect(markLive, [])
  return (
    <Embedded value={data.embedded}>
      <ToastProvider>
        <main>
          <ErrorBoundary>{children}</ErrorBoundary>
        </main>
      </ToastProvider>
    </Embedded>
  )
}
