import { NotPictureError } from '../not-picture-error.ts'
import { makeVersions } from './make-versions.ts'
import { countPixels } from './open-picture.ts'
import { rewrite } from './rewrite.ts'

/** What a decoder can be asked for, each with the content of a file first. */
const tasks = { countPixels, makeVersions, rewrite }
export type Tasks = typeof tasks

export interface Asked {
  task: keyof Tasks
  given: unknown[]
}

/** What it answers: the result, why the file is no picture, or the fault. */
export type Answer =
  | { result: unknown }
  | { notPicture: Pick<NotPictureError, 'message' | 'sentence'> }
  | { fault: unknown }

process.on('message', async ({ task, given }: Asked) => process.send!(await answer(task, given)))
// The server has ended it, or has ended itself, however that was.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C and service managers tell every process: the server decides what ends when.
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
