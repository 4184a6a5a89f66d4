import { createHash, randomUUID } from 'node:crypto'
import type { EventPage, PageSlots } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SharedResults } from './shared-results.ts'
import { sendHtml } from './visitor-pages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sharedResults: SharedResults
  }
}

/** What of an event page is one visitor's own: it is never shared with another. */
type OwnFields = Pick<EventPage, 'idempotencyKey' | 'opened' | 'grant'>

/** Needs no escaping, in an attribute or in JSON. */
const plain = /^[\w.-]+$/

/**
 * Answers with an event page whose HTML is drawn once a second for all to whom it looks the same (decision 033). What
 * is a visitor's own is drawn as marks that nobody can know, and filled in for each.
 *
 * @param page.owner the event's company
 * @param page.looks everything the page depends on but its time slots and what is the visitor's own. It is what the
 *   HTML is shared by, so who may not see something never gets the HTML of who may
 * @param page.anew whether the visitor has just changed what the page shows
 * @param page.readSlots is called where the HTML is drawn
 */
export async function sendSharedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: {
    owner: number
    looks: Omit<EventPage, keyof OwnFields | 'slots' | 'dates'>
    own: OwnFields
    anew: boolean
    readSlots: () => Promise<PageSlots>
  },
) {
  const { visitorDoor, sharedResults } = request.server
  const { owner, looks, own, anew } = page
  const signedIn = Boolean(request.ctx.actor)
  const fields = Object.keys(own) as (keyof OwnFields)[]
  const digest = createHash('sha256').update(JSON.stringify([signedIn, fields, looks]))
  const wanted = { owner, key: `page ${looks.event.id} ${digest.digest('hex')}`, anew }
  /** Text, a field's name, text, and so on. */
  const pieces = await sharedResults.get(wanted, async () => {
    const mark = randomUUID()
    const marks = Object.fromEntries(fields.map((field) => [field, `${mark}.${field}`]))
    const content = { ...looks, ...(await page.readSlots()), ...(marks as unknown as OwnFields) }
    const html = await visitorDoor.draw({ content, signedIn })
    return { value: html.split(new RegExp(`${mark}\\.(${fields.join('|')})`)), bytes: 2 * html.length }
  })
  return sendHtml(request, reply, pieces.map((piece, at) => (at % 2 ? ownField(own, piece) : piece)).join(''))
}

function ownField(own: OwnFields, name: string): string {
  const value = own[name as keyof OwnFields] ?? ''
  if (!plain.test(value)) throw new Error(`The field ${name} would have to be escaped`)
  return value
}
