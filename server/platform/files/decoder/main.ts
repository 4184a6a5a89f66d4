import { answerTasks } from '../../jobs/task-process.ts'
import { NotPictureError } from '../not-picture-error.ts'
import { convert, countPixels, makeVersions, rewrite } from './decode.ts'

/** The tasks of a decoder; each takes a file's content first. */
const tasks = { convert, countPixels, makeVersions, rewrite }
export type PictureTasks = typeof tasks

/** Why a file is not a picture. */
export type PictureRefusal = Pick<NotPictureError, 'message' | 'sentence'>

answerTasks(tasks, (error): PictureRefusal | undefined =>
  error instanceof NotPictureError ? { message: error.message, sentence: error.sentence } : undefined,
)
