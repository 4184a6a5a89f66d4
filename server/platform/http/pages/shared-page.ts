import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { Brand } from '@trunkshow/contract/company/rules.ts'
import type { EventPage, PageSlots } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { frameOf } from './content-security-policy.ts'
import { allowBrand, sendHtml } from './visitor-pages.ts'

const deflate = promisify(deflateRaw)

/** A part of a text, plain and compressed. */
interface Piece {
  plain: Buffer
  deflated: Buffer
}

/** Compresses a piece so that it can be concatenated with others. */
export async function deflatePiece(text: string): Promise<Piece> {
  const plain = Buffer.from(text)
  return { plain, deflated: await deflate(plain, { finishFlush: constants.Z_FULL_FLUSH }) }
}

/** Wraps a piece of less than 64 KB as an uncompressed block. */
export function storePiece(text: string): Piece {
  const plain = Buffer.from(text)
  const head = Buffer.alloc(5)
  head.writeUInt16LE(plain.length, 1)
  head.writeUInt16LE(0xffff - plain.length, 3)
  return { plain, deflated: Buffer.concat([head, plain]) }
}

/** RFC 1952: deflate, no name, no time, any system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty final block. */
const FINAL_BLOCK = Buffer.from([3, 0])

/** Concatenates pieces to a gzip file without compressing again (decision 033). */
export function gzipPieces(pieces: Piece[]): Buffer {
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(pieces.reduce((sum, { plain }) => crc32(plain, sum), 0))
  tail.writeUInt32LE(
    pieces.reduce((sum, { plain }) => sum + plain.length, 0),
    4,
  )
  return Buffer.concat([GZIP_HEADER, ...pieces.map(({ deflated }) => deflated), FINAL_BLOCK, tail])
}

/** Whether an Accept-Encoding header accepts gzip. */
export function acceptsGzip(accepted: string | undefined): boolean {
  return /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted ?? '')
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
    /** The looks of the event's company, once it has a name. */
    brand: Brand | undefined
    own: OwnFields
    mustBeFresh: boolean
    readSlots: () => Promise<PageSlots>
  },
) {
  const { visitorRenderer, sharedResults } = request.server
  const { owner, looks, brand, own, mustBeFresh } = page
  const embedded = frameOf(request)
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
