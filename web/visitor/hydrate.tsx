// The server inlines the styles of its own build; this one serves their fonts, and the icon that the head links.
import './shell/base.css'
import '../theme/icon.svg?url'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { outliveTranslation } from '../theme/outlive-translation.ts'
import { App } from './app.tsx'
import { keepTyped } from './shell/keep-typed.ts'

/**
 * Runs a page in the browser. Pages without an `entry-*.tsx` that calls it need no React there (decision 067).
 *
 * @param load loads what only some such pages need, before the first render
 * @throws if that fails: the page stays as the server sent it (page-script.ts)
 */
export async function hydrate<Content extends VisitorPage>(
  Page: ComponentType<{ page: Content }>,
  load?: (page: Content) => Promise<void> | false | undefined,
) {
  const data: VisitorDocument = JSON.parse(document.getElementById('document')!.textContent)
  const page = data.content as Content
  outliveTranslation()
  await load?.(page)
  const root = document.getElementById('root')!
  hydrateRoot(
    root,
    <App data={data}>
      <Page page={page} />
    </App>,
    { onRecoverableError: keepTyped(root) },
  )
}
