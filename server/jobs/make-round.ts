/**
 * Goes round the companies whose work waits in a stored queue: one piece for each in turn, so that a company with a
 * thousand waiting delays another by one (decision 030). Each process goes round by itself.
 *
 * @returns what takes the next piece. `claim(after)` takes one of the company with the smallest number above `after`,
 *   of its pieces the one that is due first; undefined when there is none
 */
export function makeRound() {
  let last = 0
  return async function takeNext<Piece extends { companyId: number }>(
    claim: (after: number) => Promise<Piece | undefined>,
  ): Promise<Piece | undefined> {
    const piece = (await claim(last)) ?? (last > 0 ? await claim(0) : undefined)
    if (piece) last = piece.companyId
    return piece
  }
}
