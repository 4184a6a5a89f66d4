import { NotPictureError } from '../not-picture-error.ts'
import { makeVersions } from './make-versions.ts'
import { countPixels } from './open-picture.ts'
import { rewrite } from './rewrite.ts'

/** The tasks of a decoder; each takes a file's content first. */
const tasks = { countPixels, makeVersions, rewrite }
export type Tasks = typeof tasks

export interface DecoderTask {
  task: keyof Tasks
  given: unknown[]
}

/** The result, why the file is not a picture, or an unexpected error. */
export type Answer =
  | { result: unknown }
  | { notPicture: Pick<NotPictureError, 'message' | 'sentence'> }
  | { fault: unknown }

process.on('message', async ({ task, given }: DecoderTask) => process.send!(await answer(task, given)))
// The server disconnected or ended.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C and service managers signal every process; only the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

async function answer(task: keyof Tasks, given: unknown[]): Promise<Answer> {
  try {
    return { result: await (tasks[task] as (...given: unknown[]) => Promise<unknown>)(...given) }
  } catch (error) {
    if (!(error instanceof NotPictureError)) return { fault: error }
    const { message, sentence } = error
    return { notPicture: { message, sentence } }
  }
}
