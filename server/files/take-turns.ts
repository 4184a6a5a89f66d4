import { AppError } from '@trunkshow/contract/errors.ts'
import { imageMessages } from '@trunkshow/contract/images.ts'

/**
 * How long work waits for its turn, and how many pieces of a company may wait. Browsers give up an upload after 15
 * seconds without an answer, and the work itself takes a few.
 */
const MAX_WAIT_SECONDS = 8
const MAX_WAITING_PER_COMPANY = 30

/**
 * Runs one piece of work at a time, or as many as are given, always of the company that was served longest ago first, so that a company with twenty
 * pieces waiting delays another by one (decision 030). First come, first served within a company.
 */
export class Turns {
  readonly #atOnce: number
  readonly #maxWaitSeconds: number
  #underWay = 0
  /** Resolvers of the waiting pieces, by company. */
  readonly #waiting = new Map<number, Set<() => void>>()
  /** Companies served, most recent last; cleared when nothing is waiting. */
  readonly #served = new Set<number>()

  constructor({ atOnce = 1, maxWaitSeconds = MAX_WAIT_SECONDS } = {}) {
    this.#atOnce = atOnce
    this.#maxWaitSeconds = maxWaitSeconds
  }

  /**
   * Runs the work when its turn comes.
   *
   * @param abortSignal ends the wait; work that has started continues
   * @throws AppError unavailable after 8 seconds, unless another limit was given, or when 30 of the company are waiting; the reason of `abortSignal`
   */
  async take<T>(companyId: number, abortSignal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#underWay === this.#atOnce) await this.#wait(companyId, abortSignal)
    else this.#underWay++
    this.#served.delete(companyId)
    this.#served.add(companyId)
    try {
      return await work()
    } finally {
      if (!this.#startNext()) this.#underWay--
    }
  }

  /** Returns how many pieces of a company are waiting. */
  waiting(companyId: number): number {
    return this.#waiting.get(companyId)?.size ?? 0
  }

  async #wait(companyId: number, abortSignal: AbortSignal | undefined): Promise<void> {
    abortSignal?.throwIfAborted()
    if (this.waiting(companyId) === MAX_WAITING_PER_COMPANY) throw busy()
    const turn = Promise.withResolvers<void>()
    const leave = () => turn.reject(abortSignal!.reason)
    const timer = setTimeout(() => turn.reject(busy()), this.#maxWaitSeconds * 1000)
    abortSignal?.addEventListener('abort', leave)
    const pieces = this.#waiting.get(companyId) ?? new Set()
    this.#waiting.set(companyId, pieces.add(turn.resolve))
    try {
      await turn.promise
    } finally {
      clearTimeout(timer)
      abortSignal?.removeEventListener('abort', leave)
      pieces.delete(turn.resolve)
      if (pieces.size === 0) this.#waiting.delete(companyId)
    }
  }

  /** Starts the next piece. @returns whether one was waiting */
  #startNext(): boolean {
    const companies = [...this.#waiting.keys()]
    if (companies.length === 0) {
      this.#served.clear()
      return false
    }
    const order = [...this.#served]
    const [next] = companies.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    const [start] = this.#waiting.get(next!)!
    start!()
    return true
  }
}

const busy = () => new AppError('unavailable', imageMessages.busy, { retryAfter: MAX_WAIT_SECONDS })
