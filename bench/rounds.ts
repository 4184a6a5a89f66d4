import type { Load } from './http-load.ts'

/** One side of a comparison over all its rounds: the middle of its rates and of its latencies, in ms. */
export interface Side {
  rate: number
  p50: number
  p99: number
  busy: number | undefined
}

export interface Comparison {
  ours: Side
  other: Side
  /** The middle of what each round's two rates came to: ours ÷ other. */
  ratio: number
}

export interface Effort {
  /** How often each side has its turn, and for how long. */
  rounds: number
  seconds: number
  clients: number
}

type Round = () => Promise<Omit<Load, 'busy'> & Partial<Load>>

/**
 * Runs both sides in turn, the order changed each time, so that whatever else the machine does hits both; before
 * that each once, to warm up.
 */
export async function compare(rounds: number, ours: Round, other: Round): Promise<Comparison> {
  await ours()
  await other()
  const [mine, theirs]: [Awaited<ReturnType<Round>>[], Awaited<ReturnType<Round>>[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    if (round % 2) theirs.push(await other())
    mine.push(await ours())
    if (round % 2 === 0) theirs.push(await other())
  }
  const ratios = mine.map(({ rate }, round) => rate / theirs[round]!.rate)
  return { ours: sum(mine), other: sum(theirs), ratio: middle(ratios, 0.5) }
}

/** Runs one thing that has nothing to be compared with, once to warm up. */
export async function measure(rounds: number, round: Round): Promise<Side> {
  await round()
  const loads = []
  for (let n = 0; n < rounds; n++) loads.push(await round())
  return sum(loads)
}

function sum(loads: Awaited<ReturnType<Round>>[]): Side {
  const latencies = loads.flatMap((load) => load.latencies)
  const busy = loads.flatMap((load) => load.busy ?? [])
  return {
    rate: middle(
      loads.map(({ rate }) => rate),
      0.5,
    ),
    p50: middle(latencies, 0.5),
    p99: middle(latencies, 0.99),
    busy: busy.length ? middle(busy, 0.5) : undefined,
  }
}

/** The value that this share of the values is not above. */
export function middle(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}
