import { type ChildProcess, fork } from 'node:child_process'
import { getPriority, constants as osConstants, setPriority } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@trunkshow/contract/errors.ts'
import { packageFolder } from '../../package-folder.ts'
import { log } from '../log/log.ts'
import { Turns } from './take-turns.ts'

/** What a process can be asked for; each task takes what can be cloned between processes. */
type Tasks = Record<string, (...given: never[]) => unknown>

type Asked = { task: string; given: unknown[] }

/** The result, why what was given is refused, or an unexpected error. */
type Answer = { result: unknown } | { refusal: unknown } | { fault: unknown }

/**
 * Answers the tasks of a `TaskProcess`, in its process, until the server disconnects or ends.
 *
 * @param refusalOf returns what the server makes an error of that users see; undefined for a fault
 */
export function answerTasks(tasks: Tasks, refusalOf: (error: unknown) => unknown) {
  async function answer({ task, given }: Asked): Promise<Answer> {
    try {
      return { result: await tasks[task]!(...(given as never[])) }
    } catch (error) {
      const refusal = refusalOf(error)
      return refusal === undefined ? { fault: error } : { refusal }
    }
  }
  // After a server that was killed, sending fails, and 'disconnect' follows.
  process.on('message', async (asked: Asked) => process.send!(await answer(asked), () => {}))
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // Ctrl-C and service managers signal every process; only the server decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

/** How long an idle process keeps running; after that its memory is free again. */
const IDLE_SECONDS = 30

export interface TaskProcessOptions {
  /** What it does, for the log, such as `decodes pictures`. */
  name: string
  /** Its file, as a source and as it is compiled. */
  files: { source: string; compiled: string }
  /** Runs the process at a lower priority than the server. */
  lowPriority?: boolean
  /** The most memory for its objects, in megabytes; a process that needs more ends. */
  megabytes?: number
  /** Makes the error that users see of a refusal. */
  toError: (refusal: never) => Error
  /** The sentence when the process ended before it answered. */
  interrupted: string
  /** How long its callers wait, if not as `Turns` do. */
  waits?: ConstructorParameters<typeof Turns>[0]
}

/**
 * Runs tasks in a child process, so that what users send can only exhaust or crash that process (decisions 030 and 075).
 * The process starts with the first task, and again after it ended.
 */
export class TaskProcess<Known extends Tasks> {
  /** Its callers, one at a time: a task is run by the one whose turn it is. */
  readonly turns: Turns
  readonly #options: TaskProcessOptions
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(options: TaskProcessOptions) {
    this.#options = options
    this.turns = new Turns(options.waits)
  }

  /** The id of the process, while it runs. */
  get pid() {
    return this.#process?.pid
  }

  /**
   * Runs a task.
   *
   * @param abortSignal ends the task, and the process with it
   * @throws the error of a refusal; AppError unavailable when the process ended before it answered; the reason of
   *   `abortSignal`
   */
  async run<Task extends keyof Known & string>(
    task: Task,
    given: Parameters<Known[Task]>,
    abortSignal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Known[Task]>>> {
    abortSignal?.throwIfAborted()
    clearTimeout(this.#idle)
    try {
      this.#process ??= this.#start()
      const answer = await this.#exchange(this.#process, { task, given }, abortSignal)
      if ('fault' in answer) throw answer.fault
      if ('refusal' in answer) throw this.#options.toError(answer.refusal as never)
      return answer.result as Awaited<ReturnType<Known[Task]>>
    } finally {
      this.#idle = setTimeout(() => this.#process?.disconnect(), IDLE_SECONDS * 1000).unref()
    }
  }

  #start(): ChildProcess {
    const { files, megabytes, lowPriority } = this.#options
    const isCompiled = !import.meta.url.endsWith('.ts')
    const { NODE_ENV, PATH, SystemRoot, TEMP, TMPDIR } = process.env
    const child = fork(join(packageFolder, isCompiled ? files.compiled : files.source), {
      execArgv: [
        ...(isCompiled ? [] : ['--import', 'tsx']),
        // New objects are few beside what is kept, and half of their space is always empty.
        ...(megabytes ? [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=4'] : []),
      ],
      // The default, JSON, would turn file contents into text.
      serialization: 'advanced',
      // A file that exploits the process finds no secrets. With one arena, glibc keeps about 45 MB less of what was freed, and
      // with this threshold nothing of large buffers.
      env: {
        NODE_ENV,
        PATH,
        SystemRoot,
        TEMP,
        TMPDIR,
        MALLOC_ARENA_MAX: '1',
        MALLOC_MMAP_THRESHOLD_: '1048576',
      },
    })
    const forget = () => this.#forget(child)
    child.on('error', forget).on('disconnect', forget).on('exit', forget)
    // Set at once, since threads inherit the priority; never above the server's own.
    if (lowPriority && child.pid)
      setPriority(child.pid, Math.max(getPriority(), osConstants.priority.PRIORITY_BELOW_NORMAL))
    return child
  }

  #forget(child: ChildProcess) {
    if (this.#process === child) this.#process = undefined
  }

  async #exchange(child: ChildProcess, asked: Asked, abortSignal?: AbortSignal): Promise<Answer> {
    const { name, interrupted } = this.#options
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const fail = (reason: unknown) => {
      const ended = `Process ${child.pid}, which ${name}, ended before it answered`
      if (reason instanceof Error) log.error({ err: reason }, `${ended}.`)
      else log.error(`${ended}: ${reason}.`)
      reject(new AppError('unavailable', interrupted))
    }
    const end = (code: number | null, signal: string | null) => fail(signal ?? code)
    const abort = () => {
      reject(abortSignal!.reason)
      this.#forget(child)
      child.kill('SIGKILL')
    }
    child.once('message', resolve).once('error', fail).once('exit', end)
    abortSignal?.addEventListener('abort', abort)
    try {
      child.send(asked)
      return await promise
    } finally {
      abortSignal?.removeEventListener('abort', abort)
      child.off('message', resolve).off('error', fail).off('exit', end)
    }
  }
}
