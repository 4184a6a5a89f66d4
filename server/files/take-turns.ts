import { AppError } from '@trunkshow/contract/errors.ts'
import { imageMessages } from '@trunkshow/contract/images.ts'

/**
 * How long a piece of work waits for its turn, in seconds, and how many of one company may. A browser gives an upload up
 * after 15 seconds without an answer, and the work itself takes some.
 */
const MAX_WAIT_SECONDS = 8
const MAX_WAITING_PER_COMPANY = 30

/**
 * One piece of work at a time, and of those that wait next the one whose company was served longest ago: so a company
 * with twenty waiting delays another by the one under way (decision 030). Within a company in the order they came.
 */
export class Turns {
  #underWay = false
  /** What is called when it is the turn of a piece, by its company. */
  readonly #waiting = new Map<number, Set<() => void>>()
  /** Who was served, the last one last; forgotten when nobody waits. */
  readonly #served = new Set<number>()

  /**
   * Does the work when it is its turn.
   *
   * @param givenUp ends the wait; work under way goes on
   * @throws AppError unavailable after 8 seconds, or while 30 of the company wait; what ended the wait
   */
  async take<T>(companyId: number, givenUp: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#underWay) await this.#wait(companyId, givenUp)
    else this.#underWay = true
    this.#served.delete(companyId)
    this.#served.add(companyId)
    try {
      return await work()
    } finally {
      this.#underWay = this.#startNext()
    }
  }

  /** How many pieces of a company wait. */
  waiting(companyId: number): number {
    return this.#waiting.get(companyId)?.size ?? 0
  }

  async #wait(companyId: number, givenUp: AbortSignal | undefined): Promise<void> {
    givenUp?.throwIfAborted()
    if (this.waiting(companyId) === MAX_WAITING_PER_COMPANY) throw busy()
    const turn = Promise.withResolvers<void>()
    const leave = () => turn.reject(givenUp!.reason)
    const timer = setTimeout(() => turn.reject(busy()), MAX_WAIT_SECONDS * 1000)
    givenUp?.addEventListener('abort', leave)
    const pieces = this.#waiting.get(companyId) ?? new Set()
    this.#waiting.set(companyId, pieces.add(turn.resolve))
    try {
      await turn.promise
    } finally {
      clearTimeout(timer)
      givenUp?.removeEventListener('abort', leave)
      pieces.delete(turn.resolve)
      if (pieces.size === 0) this.#waiting.delete(companyId)
    }
  }

  /** @returns whether somebody waited */
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
