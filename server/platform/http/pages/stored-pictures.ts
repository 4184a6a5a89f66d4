import type { Readable } from 'node:stream'
import { nothingHere } from '@trunkshow/contract/errors.ts'
import { type OtherFormat, otherFormats } from '@trunkshow/contract/images.ts'
import { eq, min } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { pictures } from '../../db/schema/company.ts'
import { inTurn, pictureKey, turnOfGuests } from '../../files/in-turn.ts'
import { log } from '../../log/log.ts'

/** A version of a stored picture, as its URL names it. */
interface PictureVersion {
  hash: string
  /** Pixels. */
  width: string
  format: OtherFormat | 'webp'
}

type FilesContext = Pick<Context, 'db' | 'files'>

/** Versions that are being converted, by key, for all who ask for one at that time. */
const underWay = new Map<string, Promise<Buffer | null>>()

/**
 * Opens a version of a picture. Other formats than WebP are made when asked for, in the guests' turn (decision 068).
 *
 * @throws AppError not_found; unavailable when too many pictures wait, or when the decoder ended
 */
async function openVersion(ctx: FilesContext, version: PictureVersion): Promise<Buffer | Readable> {
  const { hash, width, format } = version
  const key = pictureKey(hash, width, format)
  if (format === 'webp') {
    if (!(await ctx.files.exists(key))) throw nothingHere()
    return ctx.files.getStream(key)
  }
  const conversion =
    underWay.get(key) ?? convertOnce(ctx, { ...version, format }).finally(() => underWay.delete(key))
  underWay.set(key, conversion)
  return (await conversion) ?? ctx.files.getStream(key)
}

/** Returns null if it is stored already. */
async function convertOnce(
  { db, files }: FilesContext,
  { hash, width, format }: PictureVersion & { format: OtherFormat },
): Promise<Buffer | null> {
  const [key, original] = [pictureKey(hash, width, format), pictureKey(hash, width)]
  if (await files.exists(key)) return null
  if (Number(width) > otherFormats[format] || !(await files.exists(original))) throw nothingHere()
  const { contentLength: size } = await files.getMetaData(original)
  const [owner] = await db
    .select({ id: min(pictures.companyId) })
    .from(pictures)
    .where(eq(pictures.hash, hash))
  const file = { size, read: async () => Buffer.from(await files.getBytes(original)) }
  const converted = await inTurn(turnOfGuests(owner?.id ?? 0), file, (content, decoder) =>
    decoder.run('convert', [content, format]),
  )
  // Where no more can be stored, the picture is converted again for the next who asks.
  await files.put(key, converted).catch((err) => log.error({ err }, 'A converted picture was not stored.'))
  return converted
}

const types = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' } as const

/** Serves pictures with long caching: their names change with their content (docs/product.md, Pictures). */
export function storedPictures(app: FastifyInstance, ctx: Pick<Context, 'db' | 'files'>) {
  app.get<{ Params: PictureVersion }>(
    '/uploads/images/:hash(^[0-9a-f]{32}$)/:width(^[0-9]{1,4}).:format(^(?:webp|png|jpg)$)',
    async ({ params }, reply) => {
      const content = await openVersion(ctx, params)
      return reply
        .type(types[params.format])
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin') // emails show logos on other sites
        .send(content)
    },
  )
}
