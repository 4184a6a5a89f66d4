import { existsSync } from 'node:fs'
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
  /** Answers once the file exists, and hears of nothing before. */
  await(file: string) {
    while (!existsSync(file));
    return file
  },
}
export type OddTasks = typeof tasks

answerTasks(tasks, () => undefined)
