import headingFontUrl from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url'
import { accentStyle } from '@trunkshow/contract/company/rules.ts'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import iconUrl from '../../theme/icon.svg?url'
import tokens from '../../theme/tokens.css?raw'
import { frameScript } from '../embed/embed-scripts.ts'
import { describePage } from './page-head.ts'
import { pageScript } from './page-script.ts'
import { TopBar } from './top-bar.tsx'

export interface PageAssets {
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
export function HtmlDocument({ document, assets, root }: HtmlDocumentProps) {
  const { content, embedded, signedIn, brand } = document
  const accent = brand?.accentColor
  const head = describePage(content, assets.publicUrl)
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
        {!embedded && <TopBar signedIn={signedIn} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer's own markup */}
        <div id="root" dangerouslySetInnerHTML={html(root)} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped */}
        <script type="application/json" id="document" dangerouslySetInnerHTML={json(document)} />
      </body>
    </html>
  )
}
