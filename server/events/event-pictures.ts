import { AppError } from '@trunkshow/contract/errors.ts'
import { type EventImage, eventImages, imageMessages, imageUrl } from '@trunkshow/contract/images.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { makePicture, NotPicture, type Picture, pictureKey } from '../files/make-picture.ts'
import type { Upload } from '../http/uploads.ts'

export type EventUploads = Partial<Record<EventImage, Upload>>

interface EventPictures {
  pictures: Picture[]
  /** The columns that name them. */
  urls: { logoUrl?: string; bannerUrl?: string }
}

/** Makes what was uploaded ready to be stored. @throws AppError invalid, with the field of what is no picture */
export async function makeEventPictures({ logo, banner }: EventUploads): Promise<EventPictures> {
  const made: EventPictures = { pictures: [], urls: {} }
  for (const [field, upload] of [
    ['logo', logo],
    ['banner', banner],
  ] as const) {
    if (!upload) continue
    const picture = await makePicture(upload.read, eventImages[field]).catch((error) => {
      if (!(error instanceof NotPicture)) throw error
      const { notImage } = imageMessages
      throw new AppError('invalid', notImage, { fields: { [field]: notImage } })
    })
    made.pictures.push(picture)
    made.urls[`${field}Url`] = imageUrl(picture.hash, picture.versions.at(-1)!.width)
  }
  return made
}

/** Held to the end of the transaction by whoever stores or removes pictures, which events may share. */
export const lockPictures = sql`SELECT pg_advisory_xact_lock(hashtextextended('trunkshow pictures', 0))`

/**
 * Stores pictures in the transaction of the row that names them: a refused change leaves none, and no row is seen
 * before its picture. The same picture again has the same name, so this may run again.
 */
export async function storeEventPictures(
  { db, files }: Pick<Context, 'db' | 'files'>,
  { pictures }: EventPictures,
): Promise<void> {
  if (pictures.length === 0) return
  await db.execute(lockPictures)
  for (const { hash, versions } of pictures) {
    for (const { width, content } of versions) await files.put(pictureKey(hash, width), content)
  }
}
