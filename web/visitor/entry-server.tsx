import { accentStyle } from '@trunkshow/contract/company/rules.ts'
import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { LazyPages } from './lazy-pages.tsx'
import { HtmlDocument, type PageAssets } from './shell/html-document.tsx'
import { describePage } from './shell/page-head.ts'

export { embedScript, frameScript } from './embed/embed-scripts.ts'
export { themeScript } from './shell/theme-script.ts'

/** Serializes JSON so that it can't close its script element. */
function toInlineJson(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Renders the full HTML of a guest page, usable before any script loads.
 *
 * @param document the page's data, embedded for hydration
 * @param assets the build's files, and the public URL
 */
export function renderVisitorPage(document: VisitorDocument, assets: PageAssets): string {
  const page = /waitlist|confirm|alerts|data|help|tour/.test(document.content.page) ? (
    <LazyPages {...document} />
  ) : undefined
  const root = renderToString(<App data={document} page={page} />)
  const head = describePage(document.content, assets.publicUrl)
  const json = toInlineJson(document)
  const accent = document.brand?.accentColor
  return `<!doctype html>${renderToStaticMarkup(<HtmlDocument head={head} jsonLd={head.jsonLd && toInlineJson(head.jsonLd)} assets={assets} accent={accent ? accentStyle(accent) : undefined} embedded={document.embedded ?? false} root={root} json={json} />)}`
}
