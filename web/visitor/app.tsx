import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { type ReactNode, useEffect } from 'react'
import { Embedded } from './embed/embedded.ts'
import { BrandFooter } from './shell/brand-footer.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { ToastProvider } from './shell/toast.tsx'

/** Marks the page as scripted, for the CSS, the tests and `page-script.ts`. */
function markLive() {
  document.documentElement.classList.add('js')
  document.documentElement.setAttribute('data-live', '')
}

/**
 * Renders what is below the top bar, the same on the server and in the browser, from the same data.
 *
 * @param props.children the page itself: the server has all of them, the browser loads the code of one
 */
export function App({ data, children }: { data: VisitorDocument; children: ReactNode }) {
  useEffect(markLive, [])
  return (
    <Embedded value={data.embedded ?? false}>
      <ToastProvider>
        <main>
          <ErrorBoundary>{children}</ErrorBoundary>
        </main>
        {data.brand && <BrandFooter brand={data.brand} isShows={data.content.page === 'company'} />}
      </ToastProvider>
    </Embedded>
  )
}
