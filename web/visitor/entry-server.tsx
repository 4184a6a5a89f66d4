import './shell/base.css'
import headingFontUrl from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url'
import { accentStyle } from '@trunkshow/contract/company/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import type { ComponentType } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import iconUrl from '../theme/icon.svg?url'
import tokens from '../theme/tokens.css?raw'
import { App } from './app.tsx'
import { CancelPage } from './cancel/cancel-page.tsx'
import { frameScript } from './embed/embed-scripts.ts'
import { loadQuestions } from './event/attendee.ts'
import { EventPage } from './event/event-page.tsx'
import { HelpPage } from './help/help-page.tsx'
import { CompanyPage } from './landing/company-page.tsx'
import { LandingPage } from './landing/landing-page.tsx'
import { TourPage } from './landing/tour-page.tsx'
import { BookingPage } from './manage/booking-page.tsx'
import { BookingAlertsPage, ConfirmEmailPage } from './manage/email-pages.tsx'
import { MyDataPage } from './manage/my-data-page.tsx'
import { OrderPage } from './order/order-page.tsx'
import { PayPage, PracticePayPage } from './pay/pay-page.tsx'
import { MessagePage } from './shell/message-page.tsx'
import { PageFoot } from './shell/page-foot.tsx'
import { describePage } from './shell/page-head.ts'
import { pageScript } from './shell/page-script.ts'
import { TopBar } from './shell/top-bar.tsx'
import { JoinWaitlistPage } from './waitlist/join-waitlist-page.tsx'
import { WaitlistPage } from './waitlist/waitlist-page.tsx'

export { embedScript } from './embed/embed-scripts.ts'
export { frameScript, pageScript }

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
  order: OrderPage,
  pay: PayPage,
  'practice-pay': PracticePayPage,
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

interface PageAssets {
  /** The whole stylesheet, inlined so the first paint needs one request. */
  css: string
  /** The URLs of a page's script, which `page-script.ts` loads, and of what that imports; none if it needs no script. */
  scriptsOf: (page: VisitorPage['page']) => string[]
  /** Base URL for absolute links (PUBLIC_URL). */
  publicUrl: string
}

interface HtmlDocumentProps {
  document: VisitorDocument
  assets: PageAssets
  root: string
}

/** Whether the page has nothing to do in the browser, unlike others of its kind. */
function isDone(content: VisitorPage) {
  if (content.page === 'cancel') return content.answer !== undefined && 'success' in content.answer
  return content.page === 'waitlist' && !content.offer
}

const [, light, dark] = /--paper: light-dark\((.+?), (.+?)\)/.exec(tokens) ?? []

const html = (__html: string) => ({ __html })

/** JSON that can't close its script element. */
const json = (value: unknown) => html(JSON.stringify(value).replaceAll('<', '\\u003c'))

/** The HTML around the app. The content security policy allows its inline style and script by their hashes. */
function HtmlDocument({ document, assets, root }: HtmlDocumentProps) {
  const { brand, ...hydrated } = document
  const { content, embedded } = hydrated
  const accent = brand?.accentColor
  const head = describePage(content, assets.publicUrl, brand?.name)
  const scripts = isDone(content) ? [] : assets.scriptsOf(content.page)
  return (
    <html lang="en" data-scripts={scripts.join(' ') || undefined} data-embedded={embedded}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)" content={light} />
        <meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)" content={dark} />
        <title>{head.title}</title>
        {Object.entries(head.meta).map(([name, content]) => (
          <meta key={name} name={name} content={content} />
        ))}
        {Object.entries(head.openGraph).map(([property, content]) => (
          <meta key={property} property={property} content={content} />
        ))}
        {head.canonical && <link rel="canonical" href={head.canonical} />}
        <link rel="preload" as="font" type="font/woff2" href={headingFontUrl} crossOrigin="anonymous" />
        <link rel="icon" type="image/svg+xml" href={iconUrl} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own source, word for word */}
        <script dangerouslySetInnerHTML={html(pageScript)} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own source, word for word */}
        {embedded && <script dangerouslySetInnerHTML={html(frameScript)} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own build, word for word */}
        {assets.css && <style dangerouslySetInnerHTML={html(assets.css)} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: hexadecimal digits in our own text */}
        {accent && <style dangerouslySetInnerHTML={html(accentStyle(accent))} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped */}
        {head.jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={json(head.jsonLd)} />}
      </head>
      <body>
        {!embedded && <TopBar document={document} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer's own markup */}
        <div id="root" dangerouslySetInnerHTML={html(root)} />
        {brand && <PageFoot brand={brand} document={document} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped */}
        <script type="application/json" id="document" dangerouslySetInnerHTML={json(hydrated)} />
      </body>
    </html>
  )
}
