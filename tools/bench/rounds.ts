import type { Load } from './http-load.ts'

/** One side of a comparison over all its rounds: its median rate a second, and its latencies in ms. */
export interface Side {
  rate: number
  p50: number
  p95: number
  p99: number
  busy: number | undefined
}

export interface Comparison {
  ours: Side
  other: Side
  /** The median over the rounds of our rate ÷ the other rate. */
  ratio: number
}

export interface Effort {
  /** How many turns each side has, and how long each turn is. */
  rounds: number
  seconds: number
  clients: number
}

type Round = () => Promise<Omit<Load, 'busy'> & Partial<Load>>

/**
 * Runs both sides in turn, in alternating order, so that other work on the machine affects both. Each side first runs
 * once to warm up.
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
  return { ours: sum(mine), other: sum(theirs), ratio: percentile(ratios, 0.5) }
}

/** Measures one side without a comparison, after one round to warm up. */
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
    rate: percentile(
      loads.map(({ rate }) => rate),
      0.5,
    ),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    busy: busy.length ? percentile(busy, 0.5) : undefined,
  }
}

/** The smallest value that is at least as large as this share of all values; a share of 0.5 is the median. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}
