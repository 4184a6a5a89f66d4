import { AppError } from '@trunkshow/contract/errors.ts'
import { imageMessages } from '@trunkshow/contract/images.ts'

/**
 * How long work waits for its turn, and how many pieces of a company may wait. Browsers give up an upload after 15
 * seconds without an answer, and the work itself takes a few.
 */
const MAX_WAIT_SECONDS = 8
const MAX_WAITING_PER_COMPANY = 30

/**
 * Runs one piece of work at a time, or as many as are given, of the company that was served longest ago first, so that a
 * company with twenty pieces waiting delays another by one (decision 030). First come, first served within a company.
 */
export class Turns {
  readonly #atOnce: number
  readonly #ofCompany: number
  readonly #maxWaitSeconds: number
  readonly #busy: string
  /** How many pieces are under way, by company. */
  readonly #underWay = new Map<number, number>()
  /** What begins each waiting piece, by company. */
  readonly #waiting = new Map<number, Set<() => void>>()
  /** Companies served, most recent last; cleared when nothing is waiting. */
  readonly #served = new Set<number>()

  /**
   * @param options.atOnce pieces under way at most
   * @param options.ofCompany those of one company
   * @param options.busy the sentence for a piece that would wait too long
   */
  constructor(options: { atOnce?: number; ofCompany?: number; maxWaitSeconds?: number; busy?: string } = {}) {
    const { atOnce = 1, ofCompany = atOnce, maxWaitSeconds = MAX_WAIT_SECONDS } = options
    this.#atOnce = atOnce
    this.#ofCompany = ofCompany
    this.#maxWaitSeconds = maxWaitSeconds
    this.#busy = options.busy ?? imageMessages.busy
  }

  /**
   * Runs the work when its turn comes.
   *
   * @param abortSignal ends the wait; work that has started continues
   * @throws AppError unavailable after 8 seconds, unless another limit was given, or when 30 of the company are waiting;
   *   the reason of `abortSignal`
   */
  async take<T>(companyId: number, abortSignal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#mayStart(companyId)) this.#begin(companyId)
    else await this.#wait(companyId, abortSignal)
    try {
      return await work()
    } finally {
      this.#end(companyId)
      this.#startNext()
    }
  }

  /** Returns how many pieces of a company are waiting. */
  waiting(companyId: number): number {
    return this.#waiting.get(companyId)?.size ?? 0
  }

  /** @throws AppError unavailable when so many of the company are waiting that the next would be refused */
  assertMayWait(companyId: number) {
    if (this.waiting(companyId) === MAX_WAITING_PER_COMPANY) throw this.#refusal()
  }

  /** Waits until `#startNext` begins this piece. Whatever ends the wait removes it at once, so nothing can begin it twice. */
  async #wait(companyId: number, abortSignal: AbortSignal | undefined): Promise<void> {
    abortSignal?.throwIfAborted()
    this.assertMayWait(companyId)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const pieces = this.#waiting.get(companyId) ?? new Set()
    const leave = () => {
      clearTimeout(timer)
      abortSignal?.removeEventListener('abort', giveUp)
      pieces.delete(start)
      if (pieces.size === 0) this.#waiting.delete(companyId)
    }
    const start = () => {
      leave()
      this.#begin(companyId)
      resolve()
    }
    const refuse = (reason: unknown) => {
      leave()
      reject(reason)
    }
    const giveUp = () => refuse(abortSignal!.reason)
    const timer = setTimeout(() => refuse(this.#refusal()), this.#maxWaitSeconds * 1000)
    abortSignal?.addEventListener('abort', giveUp)
    this.#waiting.set(companyId, pieces.add(start))
    return promise
  }

  #mayStart(companyId: number): boolean {
    const all = [...this.#underWay.values()].reduce((sum, pieces) => sum + pieces, 0)
    return all < this.#atOnce && (this.#underWay.get(companyId) ?? 0) < this.#ofCompany
  }

  #begin(companyId: number) {
    this.#underWay.set(companyId, (this.#underWay.get(companyId) ?? 0) + 1)
    this.#served.delete(companyId)
    this.#served.add(companyId)
  }

  #end(companyId: number) {
    const left = this.#underWay.get(companyId)! - 1
    if (left > 0) this.#underWay.set(companyId, left)
    else this.#underWay.delete(companyId)
  }

  /** Starts the next piece, if one waits that may start. */
  #startNext() {
    if (this.#waiting.size === 0) this.#served.clear()
    const order = [...this.#served]
    const [next] = [...this.#waiting.keys()]
      .filter((companyId) => this.#mayStart(companyId))
      .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    if (next === undefined) return
    const [start] = this.#waiting.get(next)!
    start!()
  }

  #refusal() {
    return new AppError('unavailable', this.#busy, { retryAfter: this.#maxWaitSeconds })
  }
}

/**
 * Takes turns between companies whose work waits in a stored queue, one piece each, so that a company with a thousand
 * pieces delays another by one (decision 030). Each process keeps its own position.
 *
 * @returns a function that takes the next piece. `claim(after)` claims the first due piece of the company with the
 *   smallest id above `after`, or returns undefined
 */
export function makeRoundRobin() {
  let last = 0
  return async function takeNext<Piece extends { companyId: number }>(
    claim: (after: number) => Promise<Piece | undefined>,
  ): Promise<Piece | undefined> {
    const piece = (await claim(last)) ?? (last > 0 ? await claim(0) : undefined)
    if (piece) last = piece.companyId
    return piece
  }
}
