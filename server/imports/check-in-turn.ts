import { AppError } from '@trunkshow/contract/errors.ts'
import { MEGABYTE } from '@trunkshow/contract/images.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { Turns } from '../platform/jobs/take-turns.ts'
import { TaskProcess } from '../platform/jobs/task-process.ts'
import type { CheckerTasks, CheckRefusal } from './answer-checks.ts'

/** Most files have less; they never wait for a large one of another company. */
const MAX_SMALL_BYTES = MEGABYTE

/** How long a check waits for one of its company, and then for those of other companies. */
const MAX_WAIT_SECONDS = 30

const waits = { maxWaitSeconds: MAX_WAIT_SECONDS, busy: importMessages.busy }

const checkerOf = (options: { megabytes: number; lowPriority: boolean }) =>
  new TaskProcess<CheckerTasks>({
    ...options,
    name: 'checks files to import',
    files: { source: 'imports/answer-checks.ts', compiled: 'dist/checker.js' },
    toError: ({ code, message, detail }: CheckRefusal) => new AppError(code, message, detail),
    interrupted: importMessages.interrupted,
    waits,
  })

/** A company has one check at a time, of files of any size. */
const ofCompany = new Turns({ ...waits, atOnce: Number.POSITIVE_INFINITY, ofCompany: 1 })
const small = checkerOf({ megabytes: 96, lowPriority: false })
const large = checkerOf({ megabytes: 160, lowPriority: true })

/** Returns how many checks of a company are waiting for another of its own. */
export const waitingChecks = (companyId: number) => ofCompany.waiting(companyId)

/** @throws AppError unavailable when so many checks of the company are waiting that the next would be refused */
export const assertMayWait = (companyId: number) => ofCompany.assertMayWait(companyId)

/**
 * Checks a file of this many bytes in its turn and in a process of its own (decision 062).
 *
 * @throws AppError unavailable when it would wait too long, or ran out of memory
 */
export function checkInTurn<T>(
  companyId: number,
  bytes: number,
  abortSignal: AbortSignal,
  check: (checker: TaskProcess<CheckerTasks>) => Promise<T>,
): Promise<T> {
  const checker = bytes > MAX_SMALL_BYTES ? large : small
  return ofCompany.take(companyId, abortSignal, () =>
    checker.turns.take(companyId, abortSignal, () => check(checker)),
  )
}
