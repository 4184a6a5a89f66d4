import { type ChildProcess, fork } from 'node:child_process'
import { getPriority, constants as osConstants, setPriority } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@trunkshow/contract/errors.ts'
import { imageMessages } from '@trunkshow/contract/images.ts'
import { log } from '../log/log.ts'
import { packageFolder } from '../package-folder.ts'
import type { Answer, DecoderTask, Tasks } from './decoder/main.ts'
import { NotPictureError } from './not-picture-error.ts'

/** How long an idle decoder keeps running; after that its memory is free again. */
const IDLE_SECONDS = 30

/** The decoder's file: compiled if this one is, else its source. */
const entry = import.meta.url.endsWith('.ts')
  ? { file: 'files/decoder/main.ts', execArgv: ['--import', 'tsx'] }
  : { file: 'dist/decoder.js', execArgv: [] }

/**
 * Decodes pictures in a child process, so that a hostile file can only crash that process (decision 030). The process
 * starts with the first picture, and again after it ended. One picture at a time.
 */
export class Decoder {
  readonly #lowPriority: boolean
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  /** @param options.lowPriority runs the process at a lower priority than the server */
  constructor({ lowPriority = false } = {}) {
    this.#lowPriority = lowPriority
  }

  /** The id of the process, while it runs. */
  get pid() {
    return this.#process?.pid
  }

  /** Runs a task. @throws NotPictureError; AppError unavailable when the process ended before it answered */
  async run<Task extends keyof Tasks>(
    task: Task,
    ...given: Parameters<Tasks[Task]>
  ): Promise<Awaited<ReturnType<Tasks[Task]>>> {
    clearTimeout(this.#idle)
    try {
      this.#process ??= this.#start()
      const answer = await exchange(this.#process, { task, given })
      if ('fault' in answer) throw answer.fault
      if ('notPicture' in answer)
        throw new NotPictureError(answer.notPicture.message, answer.notPicture.sentence)
      return answer.result as Awaited<ReturnType<Tasks[Task]>>
    } finally {
      this.#idle = setTimeout(() => this.#process?.disconnect(), IDLE_SECONDS * 1000).unref()
    }
  }

  #start(): ChildProcess {
    const { NODE_ENV, PATH, SystemRoot, TEMP, TMPDIR } = process.env
    const child = fork(join(packageFolder, entry.file), {
      execArgv: entry.execArgv,
      // The default, JSON, would turn file contents into text.
      serialization: 'advanced',
      // A file that exploits the decoder finds no secrets. With one arena, glibc keeps about 45 MB less of what was freed.
      env: { NODE_ENV, PATH, SystemRoot, TEMP, TMPDIR, MALLOC_ARENA_MAX: '1' },
    })
    const forget = () => {
      if (this.#process === child) this.#process = undefined
    }
    child.on('error', forget).on('disconnect', forget).on('exit', forget)
    // Set at once, since threads inherit the priority; never above the server's own.
    if (this.#lowPriority && child.pid)
      setPriority(child.pid, Math.max(getPriority(), osConstants.priority.PRIORITY_BELOW_NORMAL))
    return child
  }
}

async function exchange(child: ChildProcess, asked: DecoderTask): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const fail = (reason: unknown) => {
    const ended = `Process ${child.pid}, which decodes pictures, ended before it answered`
    if (reason instanceof Error) log.error({ err: reason }, `${ended}.`)
    else log.error(`${ended}: ${reason}.`)
    reject(new AppError('unavailable', imageMessages.interrupted))
  }
  const end = (code: number | null, signal: string | null) => fail(signal ?? code)
  child.once('message', resolve).once('error', fail).once('exit', end)
  try {
    child.send(asked)
    return await promise
  } finally {
    child.off('message', resolve).off('error', fail).off('exit', end)
  }
}
