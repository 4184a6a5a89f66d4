import { once } from 'node:events'
import { type ImageKind, imageMessages, type OtherFormat } from '@trunkshow/contract/images.ts'
import { Turns } from '../jobs/take-turns.ts'
import { TaskProcess } from '../jobs/task-process.ts'
import type { Picture, RewrittenPicture } from './decoder/decode.ts'
import type { PictureRefusal, PictureTasks } from './decoder/main.ts'
import { NotPictureError } from './not-picture-error.ts'

/** Decodes pictures in a child process (decision 030). Its tasks throw NotPictureError. */
export class Decoder extends TaskProcess<PictureTasks> {
  /** @param options.lowPriority runs the process at a lower priority than the server */
  constructor({ lowPriority = false } = {}) {
    super({
      name: 'decodes pictures',
      files: { source: 'platform/files/decoder/main.ts', compiled: 'dist/decoder.js' },
      lowPriority,
      toError: ({ message, sentence }: PictureRefusal) => new NotPictureError(message, sentence),
      interrupted: imageMessages.interrupted,
    })
  }
}

/** A file uploaded by a user or downloaded from a store. */
export interface PictureFile {
  /** Bytes. */
  size: number
  read: () => Promise<Buffer>
  /** Aborted when the result is no longer needed. */
  abortSignal?: AbortSignal
}

/** The limits of a small picture, which takes a tenth of the time and memory of the largest, or less. */
const MAX_SMALL_FILE_BYTES = 512 * 1024
const MAX_SMALL_PICTURE_PIXELS = 1e6

/** Guests of a company have a turn of their own, so that they cannot fill its staff's queue (decisions 052 and 068). */
export const turnOfGuests = (companyId: number) => -companyId

/** Small pictures never wait for large ones, and large ones run at a lower priority. */
const small = new Decoder()
const large = new Decoder({ lowPriority: true })

/**
 * Runs work on pictures one at a time per size, in turns between companies.
 *
 * @param work gets the file's content, which is read when its turn comes, and the decoder
 * @throws AppError unavailable when it would wait too long (see `Turns`)
 */
export async function inTurn<T>(
  companyId: number,
  file: PictureFile,
  work: (content: Buffer, decoder: Decoder) => Promise<T>,
): Promise<T> {
  const { abortSignal } = file
  if (file.size <= MAX_SMALL_FILE_BYTES) {
    const done = await small.turns.take(companyId, abortSignal, async () => {
      const content = await file.read()
      const isSmall = (await small.run('countPixels', [content])) <= MAX_SMALL_PICTURE_PIXELS
      return isSmall && { result: await work(content, small) }
    })
    if (done) return done.result
  }
  return large.turns.take(companyId, abortSignal, async () => work(await file.read(), large))
}

/**
 * Makes the versions that pages show; an animation becomes its first frame (docs/product.md, Pictures).
 *
 * @throws NotPictureError; AppError unavailable when too many are waiting, or when the decoder ended
 */
export function makePicture(companyId: number, file: PictureFile, kind: ImageKind): Promise<Picture> {
  return inTurn(companyId, file, (content, decoder) => decoder.run('makeVersions', [content, kind]))
}

/**
 * Rewrites a picture in its own format and size, without metadata (docs/product.md, Files). It is turned upright, or keeps
 * its EXIF orientation if very large; an animation becomes its first frame.
 *
 * @throws NotPictureError; AppError unavailable when too many are waiting, or when the decoder ended
 */
export function rewritePicture(companyId: number, file: PictureFile): Promise<RewrittenPicture> {
  return inTurn(companyId, file, (content, decoder) => decoder.run('rewrite', [content]))
}

/** Requests that store files at once: each holds one of ten database connections for as long as the storage takes. */
const storing = new Turns({ atOnce: 3, maxWaitSeconds: 4 })

/**
 * Waits until a request may store its files, and lets the next one store when it has been answered. Call it before the
 * transaction.
 *
 * @throws AppError unavailable when it would wait too long (see `Turns`)
 */
export function waitToStore(companyId: number, { abortSignal }: { abortSignal: AbortSignal }): Promise<void> {
  return new Promise((begin, refuse) => {
    storing
      .take(companyId, abortSignal, async () => {
        begin()
        if (!abortSignal.aborted) await once(abortSignal, 'abort')
      })
      .catch(refuse)
  })
}

export const waitingPictures = (companyId: number) =>
  small.turns.waiting(companyId) + large.turns.waiting(companyId)

/** Returns the storage key of one version. */
export function pictureKey(hash: string, width: number | string, format: OtherFormat | 'webp' = 'webp') {
  return `images/${hash}/${width}.${format}`
}
