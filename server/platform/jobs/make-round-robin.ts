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
