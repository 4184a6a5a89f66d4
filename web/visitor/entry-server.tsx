import './shell/base.css'
import { paths } from '@trunkshow/contract/paths.ts'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import type { ComponentType } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { CancelPage } from './cancel/cancel-page.tsx'
import { loadQuestions } from './event/attendee.ts'
import { EventPage } from './event/event-page.tsx'
import { HelpPage } from './help/help-page.tsx'
import { CompanyPage } from './landing/company-page.tsx'
import { LandingPage } from './landing/landing-page.tsx'
import { TourPage } from './landing/tour-page.tsx'
import { BookingPage } from './manage/booking-page.tsx'
import { BookingAlertsPage, ConfirmEmailPage } from './manage/email-pages.tsx'
import { MyDataPage } from './manage/my-data-page.tsx'
import { HtmlDocument, type PageAssets } from './shell/html-document.tsx'
import { MessagePage } from './shell/message-page.tsx'
import { JoinWaitlistPage } from './waitlist/join-waitlist-page.tsx'
import { WaitlistPage } from './waitlist/waitlist-page.tsx'

export { embedScript, frameScript } from './embed/embed-scripts.ts'
export { pageScript } from './shell/page-script.ts'

await loadQuestions()

/**
 * Renders the full HTML of a guest page, usable before any script loads.
 *
 * @param document the page's data, embedded for hydration
 * @param assets the build's files, and the public URL
 */
export function renderVisitorPage(document: VisitorDocument, assets: PageAssets): string {
  const Page = pages[document.content.page] as ComponentType<{ page: VisitorPage }>
  const root = renderToString(
    <App data={document}>
      <Page page={document.content} />
    </App>,
  )
  return `<!doctype html>${renderToStaticMarkup(<HtmlDocument document={document} assets={assets} root={root} />)}`
}

/** The guest pages by their names. */
const pages: { [Name in VisitorPage['page']]: ComponentType<{ page: VisitorPage & { page: Name } }> } = {
  landing: LandingPage,
  company: CompanyPage,
  tour: TourPage,
  event: EventPage,
  booking: BookingPage,
  cancel: CancelPage,
  waitlist: WaitlistPage,
  'join-waitlist': JoinWaitlistPage,
  'confirm-email': ConfirmEmailPage,
  'my-data': MyDataPage,
  'booking-alerts': BookingAlertsPage,
  help: HelpPage,
  'closed-link': ({ page: { message } }) => (
    <MessagePage
      title="Email not confirmed"
      text={message}
      action={{ label: 'Log in', href: paths.auth() }}
    />
  ),
  'not-found': () => (
    <MessagePage
      title="Page Not Found"
      text="We can’t find this page. The link may be wrong or out of date."
      action={{ label: 'Return to Home', href: paths.home() }}
    />
  ),
  failed: ({ page: { message } }) => (
    <MessagePage title="Something went wrong" text={message} action={{ label: 'Retry', href: '' }} />
  ),
}
