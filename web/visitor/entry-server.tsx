import './shell/base.css'
import { accentStyle } from '@trunkshow/contract/company/rules.ts'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { loadQuestions } from './event/questions.ts'
import { Page } from './page.tsx'
import { HtmlDocument, type PageAssets } from './shell/html-document.tsx'
import { describePage } from './shell/page-head.ts'

export { embedScript, frameScript } from './embed/embed-scripts.ts'
export { pageScript } from './shell/page-script.ts'

await loadQuestions()

/** Serializes JSON so that it can't close its script element. */
function toInlineJson(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Whether the page has nothing to do in the browser, unlike others of its kind. */
function isDone(content: VisitorPage) {
  if (content.page === 'cancel') return content.answer !== undefined && 'success' in content.answer
  return content.page === 'waitlist' && !content.offer
}

/**
 * Renders the full HTML of a guest page, usable before any script loads.
 *
 * @param document the page's data, embedded for hydration
 * @param assets the build's files, and the public URL
 */
export function renderVisitorPage(document: VisitorDocument, assets: PageAssets): string {
  const { content } = document
  const root = renderToString(
    <App data={document}>
      <Page content={content} />
    </App>,
  )
  const head = describePage(content, assets.publicUrl)
  const accent = document.brand?.accentColor
  return `<!doctype html>${renderToStaticMarkup(
    <HtmlDocument
      head={head}
      jsonLd={head.jsonLd && toInlineJson(head.jsonLd)}
      assets={assets}
      scripts={isDone(content) ? [] : assets.scriptsOf(content.page)}
      accent={accent ? accentStyle(accent) : undefined}
      embedded={document.embedded ?? false}
      signedIn={document.signedIn}
      root={root}
      json={toInlineJson(document)}
    />,
  )}`
}
