import { answerTasks } from '../../platform/jobs/task-process.ts'

/** Tasks for tests of `TaskProcess`. */
const tasks = {
  add: (one: number, other: number) => one + other,
  /** Fills the memory that the process may have. */
  hoard() {
    const kept: object[] = []
    for (;;) kept.push([kept.length, {}])
  },
  /** Never ends by itself, nor lets the process answer anything else. */
  spin() {
    for (;;);
  },
}
export type OddTasks = typeof tasks

answerTasks(tasks, () => undefined)
