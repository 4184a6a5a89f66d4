import { Decoder } from './decoder.ts'
import { Turns } from './take-turns.ts'

/** A file that somebody sent, or a store. */
export interface PictureFile {
  /** Bytes. */
  size: number
  read: () => Promise<Buffer>
  /** Says that nobody waits for it any more. */
  givenUp?: AbortSignal
}

/** Up to how many bytes and pixels a picture is small: it takes a tenth of what the largest take, or less. */
const SMALL_FILE = 512 * 1024
const SMALL_PICTURE = 1e6

/** So that small ones never wait for large ones, which give way to everything else that the server does. */
const small = { turns: new Turns(), decoder: new Decoder() }
const large = { turns: new Turns(), decoder: new Decoder({ givesWay: true }) }

/**
 * Works on pictures of each size one after another, so that many uploads at once need no more memory than one, and
 * companies in turn.
 *
 * @param work is given the file's content, which is read when it is its turn, and who decodes it
 * @throws AppError unavailable when it would wait too long (see `Turns`)
 */
export async function inTurn<T>(
  companyId: number,
  file: PictureFile,
  work: (content: Buffer, decoder: Decoder) => Promise<T>,
): Promise<T> {
  const { givenUp } = file
  if (file.size <= SMALL_FILE) {
    const done = await small.turns.take(companyId, givenUp, async () => {
      const content = await file.read()
      const isSmall = (await small.decoder.ask('countPixels', content)) <= SMALL_PICTURE
      return isSmall && { result: await work(content, small.decoder) }
    })
    if (done) return done.result
  }
  return large.turns.take(companyId, givenUp, async () => work(await file.read(), large.decoder))
}

/** How many pictures of a company wait for their turn. */
export const waitingPictures = (companyId: number) =>
  small.turns.waiting(companyId) + large.turns.waiting(companyId)
