import type { OtherFormat } from '@trunkshow/contract/images.ts'
import type { Sharp } from 'sharp'
import { answerTasks } from '../../jobs/task-process.ts'
import { NotPictureError } from '../not-picture-error.ts'
import { makeVersions } from './make-versions.ts'
import { countPixels, openPicture, throwDecodeError } from './open-picture.ts'
import { rewrite } from './rewrite.ts'

const TIMEOUT_SECONDS = 30

const write: Record<OtherFormat, (image: Sharp) => Sharp> = {
  png: (image) => image.png(),
  // It has no transparency: white is what logos are drawn for.
  jpg: (image) => image.flatten({ background: 'white' }).jpeg(),
}

/** Converts a stored picture, in its own size. @throws NotPictureError */
async function convert(file: Buffer, format: OtherFormat): Promise<Buffer> {
  return openPicture(file, { webp: 25 })
    .then(({ image }) => write[format](image.timeout({ seconds: TIMEOUT_SECONDS })).toBuffer())
    .catch(throwDecodeError)
}

/** The tasks of a decoder; each takes a file's content first. */
const tasks = { convert, countPixels, makeVersions, rewrite }
export type PictureTasks = typeof tasks

/** Why a file is not a picture. */
export type PictureRefusal = Pick<NotPictureError, 'message' | 'sentence'>

answerTasks(tasks, (error): PictureRefusal | undefined =>
  error instanceof NotPictureError ? { message: error.message, sentence: error.sentence } : undefined,
)
