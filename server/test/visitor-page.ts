import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import type { Answer, TestApp } from './app.ts'

export interface OpenedPage<Page extends VisitorPage> extends Answer {
  /** What a person reads, in one line. */
  read: string
  /** What the browser would hydrate from. */
  content: Page
  signedIn: boolean
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

/** The characters that stand for these entities. */
export function decode(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity]!)
}

/** Opens a visitor's page as a browser without scripts does; a body is a plain post of a form. */
export async function openPage<Page extends VisitorPage>(
  test: TestApp,
  url: string,
  { form, headers }: { form?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<OpenedPage<Page>> {
  const body = form && new FormData()
  for (const [name, value] of Object.entries(form ?? {})) body?.append(name, value)
  const answer = await test.call(form ? 'POST' : 'GET', url, body, { accept: 'text/html', ...headers })
  const [, json = '{}'] =
    /<script type="application\/json" id="document">(.*?)<\/script>/s.exec(answer.text) ?? []
  const { content, signedIn } = JSON.parse(json) as VisitorDocument
  const markup = answer.text.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<!--.*?-->/gs, '')
  const read = decode(markup.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
  return { ...answer, read, content: content as Page, signedIn }
}
