import { createHash, randomUUID } from 'node:crypto'
import type { Brand } from '@trunkshow/contract/company/rules.ts'
import type { EventPage, PageSlots } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEmbedded } from './embedding.ts'
import { acceptsGzip, deflatePiece, gzipPieces, storePiece } from './gzip-pieces.ts'
import type { SharedResults } from './shared-results.ts'
import { allowBrand, sendHtml } from './visitor-pages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sharedResults: SharedResults
    sharedReports: SharedResults
  }
}

/** The fields of an event page that belong to one guest and are never shared. */
type OwnFields = Pick<EventPage, 'idempotencyKey' | 'opened' | 'grant'>

/** Values that need no escaping in an attribute or in JSON. */
const unescaped = /^[\w.-]+$/

/**
 * Sends an event page whose HTML is rendered and compressed once a second for everyone who sees the same (decision 033).
 * A guest's own fields are rendered as unguessable placeholders and filled in for each response.
 *
 * @param page.owner the event's company
 * @param page.looks everything the HTML depends on except time slots and own fields. It is the cache key, so a guest
 *   never gets HTML that they may not see
 * @param page.mustBeFresh whether the caller must see their own changes at once
 * @param page.readSlots called when the HTML is rendered
 */
export async function sendSharedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: {
    owner: number
    looks: Omit<EventPage, keyof OwnFields | 'slots' | 'dates'>
    /** The looks of the event's company, if it has set any. */
    brand: Brand | undefined
    own: OwnFields
    mustBeFresh: boolean
    readSlots: () => Promise<PageSlots>
  },
) {
  const { visitorRenderer, sharedResults } = request.server
  const { owner, looks, brand, own, mustBeFresh } = page
  const embedded = isEmbedded(request) || undefined
  const signedIn = Boolean(request.ctx.actor)
  const fields = Object.keys(own) as (keyof OwnFields)[]
  const digest = createHash('sha256').update(JSON.stringify([signedIn, fields, looks, brand, embedded]))
  const wanted = { owner, key: `page ${looks.event.id} ${digest.digest('hex')}`, mustBeFresh }
  const pieces = await sharedResults.get(wanted, async () => {
    const mark = randomUUID()
    const marks = Object.fromEntries(fields.map((field) => [field, `${mark}.${field}`]))
    const content = { ...looks, ...(await page.readSlots()), ...(marks as unknown as OwnFields) }
    const html = await visitorRenderer.render({
      content,
      signedIn,
      ...(brand && { brand }),
      ...(embedded && { embedded }),
    })
    const texts = html.split(new RegExp(`${mark}\\.(${fields.join('|')})`)) // text, field, text, …
    const value = await Promise.all(
      texts.map(async (text, at) => (at % 2 ? (text as keyof OwnFields) : deflatePiece(text))),
    )
    return { value, bytes: 2 * html.length }
  })
  const whole = pieces.map((piece) => (typeof piece === 'string' ? ownPiece(own, piece) : piece))
  allowBrand(reply, brand)
  reply.header('vary', 'accept-encoding')
  if (!acceptsGzip(request.headers['accept-encoding'])) {
    return sendHtml(request, reply, Buffer.concat(whole.map(({ plain }) => plain)))
  }
  return sendHtml(request, reply.header('content-encoding', 'gzip'), gzipPieces(whole))
}

function ownPiece(own: OwnFields, field: keyof OwnFields) {
  const value = own[field] ?? ''
  if (!unescaped.test(value)) throw new Error(`The field ${field} would have to be escaped`)
  return storePiece(value)
}
