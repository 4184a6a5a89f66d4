import { answerTasks } from '../../jobs/answer-tasks.ts'
import { NotPictureError } from '../not-picture-error.ts'
import { convert } from './convert.ts'
import { makeVersions } from './make-versions.ts'
import { countPixels } from './open-picture.ts'
import { rewrite } from './rewrite.ts'

/** The tasks of a decoder; each takes a file's content first. */
const tasks = { convert, countPixels, makeVersions, rewrite }
export type PictureTasks = typeof tasks

/** Why a file is not a picture. */
export type PictureRefusal = Pick<NotPictureError, 'message' | 'sentence'>

answerTasks(tasks, (error): PictureRefusal | undefined =>
  error instanceof NotPictureError ? { message: error.message, sentence: error.sentence } : undefined,
)
