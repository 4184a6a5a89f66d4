// The server inlines the styles of its own build; this one serves their fonts, and the icon that the head links.
import './shell/base.css'
import '../theme/icon.svg?url'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { outliveTranslation } from '../theme/outlive-translation.ts'
import { App } from './app.tsx'

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
    { onRecoverableError: keepPlace(root) },
  )
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fieldsIn = (root: Element) => [...root.querySelectorAll<Field>('input, select, textarea')]

/**
 * Returns a function that opens the section again that a link of the page has opened, and copies what a guest has typed
 * or chosen into the fields that have taken the place of theirs, and the focus. React renders a page from scratch where
 * someone else has changed it before, as translators and password managers do; the old fields, out of the page, still
 * have it all (decision 067).
 */
function keepPlace(root: Element) {
  const before = fieldsIn(root)
  const focused = document.activeElement
  return () => {
    if (location.hash && !document.querySelector(':target')) location.replace(location.hash)
    const after = fieldsIn(root)
    for (const field of before) {
      const next = field.isConnected ? undefined : after.find((other) => isSame(field, other))
      if (!next) continue
      copy(field, next)
      if (field === focused) next.focus()
    }
  }
}

const isBox = ({ type }: Field) => type === 'radio' || type === 'checkbox'

const isSame = (field: Field, other: Field) =>
  field.name === other.name && field.type === other.type && (!isBox(field) || field.value === other.value)

/** As if the guest did it: React hears of it. */
function copy(field: Field, next: Field) {
  if (field instanceof HTMLInputElement && next instanceof HTMLInputElement) {
    if (field.checked !== next.checked) return next.click()
    if (field.type === 'file') next.files = field.files
  }
  if (field.value === next.value || field.type === 'hidden') return
  next.value = field.value
  for (const type of ['input', 'change']) next.dispatchEvent(new Event(type, { bubbles: true }))
}
