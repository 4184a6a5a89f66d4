import { paths } from '@trunkshow/contract/paths.ts'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import { type ReactNode, useEffect } from 'react'
import { CancelPage } from './cancel/cancel-page.tsx'
import { Embedded } from './embed/embedded.ts'
import { EventPage } from './event/event-page.tsx'
import { CompanyPage } from './landing/company-page.tsx'
import { LandingPage } from './landing/landing-page.tsx'
import { BookingPage } from './manage/booking-page.tsx'
import { BrandFooter } from './shell/brand-footer.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { MessagePage } from './shell/message-page.tsx'
import { ToastProvider } from './shell/toast.tsx'
import { TopBar } from './shell/top-bar.tsx'

/** Marks the page as scripted, for the CSS, the tests and `theme-script.ts`. */
function markLive() {
  document.documentElement.classList.add('js')
  document.documentElement.setAttribute('data-live', '')
}

/**
 * Renders the same tree on the server and in the browser, from the same data.
 *
 * @param props.page a page whose code others load without
 */
export function App({ data, page }: { data: VisitorDocument; page?: ReactNode }) {
  useEffect(markLive, [])
  return (
    <Embedded.Provider value={data.embedded ?? false}>
      <ToastProvider>
        {!data.embedded && <TopBar signedIn={data.signedIn} />}
        <main>
          <ErrorBoundary>{page ?? <Page content={data.content} />}</ErrorBoundary>
        </main>
        {data.brand && <BrandFooter brand={data.brand} isShows={data.content.page === 'company'} />}
      </ToastProvider>
    </Embedded.Provider>
  )
}

function Page({ content }: { content: VisitorPage }) {
  switch (content.page) {
    case 'landing':
      return <LandingPage page={content} />
    case 'company':
      return <CompanyPage page={content} />
    case 'event':
      return <EventPage page={content} />
    case 'booking':
      return <BookingPage page={content} />
    case 'cancel':
      return <CancelPage page={content} />
    case 'tour':
    case 'my-data':
    case 'join-waitlist':
    case 'waitlist':
    case 'confirm-email':
    case 'booking-alerts':
    case 'help':
      return null
    case 'closed-link':
      return (
        <MessagePage
          title="Email not confirmed"
          text={content.message}
          action={{ label: 'Log in', href: paths.auth() }}
        />
      )
    case 'not-found':
      return (
        <MessagePage
          title="Page Not Found"
          text="We can’t find this page. The link may be wrong or out of date."
          action={{ label: 'Return to Home', href: paths.home() }}
        />
      )
    case 'failed':
      return (
        <MessagePage
          title="Something went wrong"
          text={content.message}
          action={{ label: 'Retry', href: '' }}
        />
      )
  }
}
