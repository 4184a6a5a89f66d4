import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { HtmlDocument, type PageAssets } from './shell/html-document.tsx'
import { describePage } from './shell/page-head.ts'

export { themeScript } from './shell/theme-script.ts'

/** JSON that no HTML parser takes for the end of its script element. */
function toInlineJson(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * The whole HTML of a visitor's page, ready to read and to use before any script arrives.
 *
 * @param document what the page shows; embedded in it, for the browser to hydrate from
 * @param assets what the build produced, and the address the product is reached at
 */
export function renderVisitorPage(document: VisitorDocument, assets: PageAssets): string {
  const root = renderToString(<App data={document} />)
  const head = describePage(document.content, assets.publicUrl)
  const json = toInlineJson(document)
  return `<!doctype html>${renderToStaticMarkup(<HtmlDocument head={head} jsonLd={head.jsonLd && toInlineJson(head.jsonLd)} assets={assets} root={root} json={json} />)}`
}
