import { createHash, randomUUID } from 'node:crypto'
import type { EventPage, PageSlots } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deflatePiece, gzipPieces, storePiece, takesGzip } from './gzip-pieces.ts'
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
const unescaped = /^[\w.-]+$/

/**
 * Answers with an event page whose HTML is drawn once a second for all to whom it looks the same (decision 033), and
 * compressed once. What is a visitor's own is drawn as marks that nobody can know, and filled in for each.
 *
 * @param page.owner the event's company
 * @param page.looks everything the page depends on but its time slots and what is the visitor's own. It is what the
 *   HTML is shared by, so who may not see something never gets the HTML of who may
 * @param page.mustBeFresh whether the visitor has just changed what the page shows
 * @param page.readSlots is called where the HTML is drawn
 */
export async function sendSharedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: {
    owner: number
    looks: Omit<EventPage, keyof OwnFields | 'slots' | 'dates'>
    own: OwnFields
    mustBeFresh: boolean
    readSlots: () => Promise<PageSlots>
  },
) {
  const { visitorDoor, sharedResults } = request.server
  const { owner, looks, own, mustBeFresh } = page
  const signedIn = Boolean(request.ctx.actor)
  const fields = Object.keys(own) as (keyof OwnFields)[]
  const digest = createHash('sha256').update(JSON.stringify([signedIn, fields, looks]))
  const wanted = { owner, key: `page ${looks.event.id} ${digest.digest('hex')}`, mustBeFresh }
  const pieces = await sharedResults.get(wanted, async () => {
    const mark = randomUUID()
    const marks = Object.fromEntries(fields.map((field) => [field, `${mark}.${field}`]))
    const content = { ...looks, ...(await page.readSlots()), ...(marks as unknown as OwnFields) }
    const html = await visitorDoor.draw({ content, signedIn })
    const texts = html.split(new RegExp(`${mark}\\.(${fields.join('|')})`)) // text, field, text, and so on
    const value = await Promise.all(
      texts.map(async (text, at) => (at % 2 ? (text as keyof OwnFields) : deflatePiece(text))),
    )
    return { value, bytes: 2 * html.length }
  })
  const whole = pieces.map((piece) => (typeof piece === 'string' ? ownPiece(own, piece) : piece))
  reply.header('vary', 'accept-encoding')
  if (!takesGzip(request.headers['accept-encoding'])) {
    return sendHtml(request, reply, Buffer.concat(whole.map(({ plain }) => plain)))
  }
  return sendHtml(request, reply.header('content-encoding', 'gzip'), gzipPieces(whole))
}

function ownPiece(own: OwnFields, field: keyof OwnFields) {
  const value = own[field] ?? ''
  if (!unescaped.test(value)) throw new Error(`The field ${field} would have to be escaped`)
  return storePiece(value)
}
