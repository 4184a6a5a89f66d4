import { MEGABYTE, photoImage } from '@trunkshow/contract/images.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { readBody, UnreadableError } from '../client/read-body.ts'
import { PICTURES } from '../client/store-origin.ts'

const TIMEOUT_MS = 15_000
const { megabytes } = photoImage.photo

/** A picture could not be fetched; the message says why. */
export class NoPictureError extends Error {
  /** `lasting`: no retry helps. `failed`: this picture may succeed later. `away`: the host could not be reached. */
  readonly how: 'lasting' | 'failed' | 'away'
  constructor(how: NoPictureError['how'], message: string) {
    super(message)
    this.how = how
  }
}

/**
 * Fetches a product's picture, from Shopify's own host only and without redirects, whatever address the store gives.
 *
 * @param origin of that host (see `pictureOriginOf`)
 * @throws NoPictureError
 */
export async function fetchPicture(origin: string, url: string): Promise<Buffer> {
  const address = URL.parse(url)
  if (address?.origin !== PICTURES) throw new NoPictureError('lasting', text.pictureNotInShopify)
  const request = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  try {
    const response = await fetch(`${origin}${address.pathname}${address.search}`, request)
    if (response.status === 200) return await readBody(response, megabytes * MEGABYTE)
    void response.body?.cancel()
    if (response.status === 429 || response.status >= 500)
      throw new NoPictureError('failed', text.pictureAway)
    throw new NoPictureError('lasting', text.pictureMissing)
  } catch (error) {
    if (error instanceof UnreadableError) throw new NoPictureError('lasting', text.pictureTooLarge(megabytes))
    throw error instanceof NoPictureError ? error : new NoPictureError('away', text.pictureAway)
  }
}
