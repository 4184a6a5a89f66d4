/** What a process can be asked for; each task takes what can be cloned between processes. */
export type Tasks = Record<string, (...given: never[]) => unknown>

export interface AskedTask {
  task: string
  given: unknown[]
}

/** The result, why what was given is refused, or an unexpected error. */
export type Answer = { result: unknown } | { refusal: unknown } | { fault: unknown }

/**
 * Answers the tasks of a `TaskProcess`, in its process, until the server disconnects or ends.
 *
 * @param refusalOf returns what the server makes an error of that users see; undefined for a fault
 */
export function answerTasks(tasks: Tasks, refusalOf: (error: unknown) => unknown) {
  async function answer({ task, given }: AskedTask): Promise<Answer> {
    try {
      return { result: await tasks[task]!(...(given as never[])) }
    } catch (error) {
      const refusal = refusalOf(error)
      return refusal === undefined ? { fault: error } : { refusal }
    }
  }
  process.on('message', async (asked: AskedTask) => process.send!(await answer(asked)))
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // Ctrl-C and service managers signal every process; only the server decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}
