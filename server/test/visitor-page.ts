import { event } from '@trunkshow/contract/events/schema.ts'
import { timeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import type { Answer, TestApp } from './app.ts'

/** `coHosted` is only for co-hosts, the others only for the event's own staff. */
const { coHosted, userId, limitPerNetwork, guestEmails, tourId, ...shown } = event.shape
const { isHidden, bufferBefore, bufferAfter, breaks, taxRate, taxState, ...visitorFields } = shown
/** The fields of an event and of a slot that guests get. */
export const eventKeys = Object.keys(visitorFields).sort()
export const slotKeys = Object.keys({ ...timeSlot.shape, totalSpots: null }).sort()

export interface OpenedPage<Page extends VisitorPage> extends Answer {
  /** The visible text, in one line. */
  read: string
  /** The data the browser hydrates from. */
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

export function decodeEntities(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity]!)
}

/** Opens a guest page as a browser without scripts does; `form` is sent as a plain post. */
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
  const read = decodeEntities(markup.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
  return { ...answer, read, content: content as Page, signedIn }
}
