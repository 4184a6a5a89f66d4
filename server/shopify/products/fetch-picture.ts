import { MEGABYTE, photoImage } from '@trunkshow/contract/images.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { PICTURES } from '../client/store-origin.ts'

/** How long a picture may take, in milliseconds. */
const PATIENCE = 15_000
const { megabytes } = photoImage.photo

/** There is no picture to be had; the message says why. */
export class NoPictureError extends Error {
  /** Whether it stays so, `lasting`, or only this picture's `failed` or the whole place was `away`: another time may do. */
  readonly how: 'lasting' | 'failed' | 'away'
  constructor(how: NoPictureError['how'], message: string) {
    super(message)
    this.how = how
  }
}

/**
 * The file at the address of a product's picture. Nothing but Shopify's own place of pictures is ever asked, whatever
 * the store says, and nowhere is followed from there.
 *
 * @param origin where that place is (see `pictureOriginOf`)
 * @throws NoPictureError
 */
export async function fetchPicture(origin: string, url: string): Promise<Buffer> {
  const address = URL.parse(url)
  if (address?.origin !== PICTURES) throw new NoPictureError('lasting', text.pictureElsewhere)
  const request = { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) } as const
  try {
    const response = await fetch(`${origin}${address.pathname}${address.search}`, request)
    if (response.status === 200) return await readBody(response)
    void response.body?.cancel()
    if (response.status === 429 || response.status >= 500)
      throw new NoPictureError('failed', text.pictureAway)
    throw new NoPictureError('lasting', text.pictureNotThere)
  } catch (error) {
    throw error instanceof NoPictureError ? error : new NoPictureError('away', text.pictureAway)
  }
}

async function readBody({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > megabytes * MEGABYTE) throw new NoPictureError('lasting', text.pictureTooLarge(megabytes))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
