import { AppError } from '@trunkshow/contract/errors.ts'
import { imageMessages } from '@trunkshow/contract/images.ts'

/** How long work waits, and how many pieces of a company may. Browsers give up an upload after 15 seconds. */
const MAX_WAIT_SECONDS = 8
const MAX_WAITING_PER_COMPANY = 30

interface TurnsOptions {
  /** How many pieces are under way at most, and how many of one company. */
  atOnce?: number
  ofCompany?: number
  maxWaitSeconds?: number
  /** The sentence for a piece that would wait too long. */
  busy?: string
}

/**
 * Runs one piece of work at a time, or as many as are given, of the company that was served longest ago first, so that a
 * company with twenty pieces waiting delays another by one (decision 030). First come, first served within a company.
 */
export class Turns {
  readonly #options: Required<TurnsOptions>
  /** The company of each piece under way. */
  readonly #underWay: number[] = []
  /** First come first. */
  #waiting: { companyId: number; start: () => void }[] = []
  /** Companies served, most recent last; cleared when nothing is waiting. */
  readonly #served = new Set<number>()

  constructor({
    atOnce = 1,
    ofCompany = atOnce,
    maxWaitSeconds = MAX_WAIT_SECONDS,
    busy = imageMessages.busy,
  }: TurnsOptions = {}) {
    this.#options = { atOnce, ofCompany, maxWaitSeconds, busy }
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
      this.#underWay.splice(this.#underWay.indexOf(companyId), 1)
      this.#startNext()
    }
  }

  waiting(companyId: number): number {
    return this.#waiting.filter((piece) => piece.companyId === companyId).length
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
    const ending = (settle: () => void) => () => {
      clearTimeout(timer)
      abortSignal?.removeEventListener('abort', giveUp)
      this.#waiting = this.#waiting.filter((other) => other !== piece)
      settle()
    }
    const start = ending(() => {
      this.#begin(companyId)
      resolve()
    })
    const giveUp = ending(() => reject(abortSignal!.reason))
    const refuse = ending(() => reject(this.#refusal()))
    const timer = setTimeout(refuse, this.#options.maxWaitSeconds * 1000)
    abortSignal?.addEventListener('abort', giveUp)
    const piece = { companyId, start }
    this.#waiting.push(piece)
    return promise
  }

  #mayStart(companyId: number): boolean {
    const { atOnce, ofCompany } = this.#options
    const ofThis = this.#underWay.filter((company) => company === companyId)
    return this.#underWay.length < atOnce && ofThis.length < ofCompany
  }

  #begin(companyId: number) {
    this.#underWay.push(companyId)
    this.#served.delete(companyId)
    this.#served.add(companyId)
  }

  /** Starts the next piece, if one waits that may start. */
  #startNext() {
    if (this.#waiting.length === 0) this.#served.clear()
    const order = [...this.#served]
    const [next] = this.#waiting
      .filter(({ companyId }) => this.#mayStart(companyId))
      .toSorted((one, other) => order.indexOf(one.companyId) - order.indexOf(other.companyId))
    next?.start()
  }

  #refusal() {
    const { busy, maxWaitSeconds } = this.#options
    return new AppError('unavailable', busy, { retryAfter: maxWaitSeconds })
  }
}

/**
 * Takes turns between companies whose work waits in a stored queue, one piece each (decision 030).
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
