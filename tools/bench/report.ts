import { type Effort, median, type Side } from './measure.ts'

/** A line of a table, and whether it meets its target. */
export interface Row {
  cells: string[]
  ok: boolean
}

const digits = (value: number | undefined, fraction: number) => value?.toFixed(fraction) ?? ''

export const rateHeads = 'per s,p50 ms,p95,p99,against,p50 ms,p95,p99,ratio,target,client'.split(',')

/** A rate a second, and its latencies in ms; empty cells without one. */
export const rateCells = (side?: Side) => [
  digits(side?.rate, 0),
  digits(side?.p50, 1),
  digits(side?.p95, 1),
  digits(side?.p99, 1),
]

/** A rate with its latencies, alone or compared with another one, with the targets of their ratio. */
export function rateRow(
  name: string,
  { ours, other, ratio }: { ours: Side; other?: Side; ratio?: number },
  { minRatio, maxRatio }: { minRatio?: number | undefined; maxRatio?: number } = {},
): Row {
  const target = [minRatio, maxRatio].map((limit) => digits(limit, 2)).join(maxRatio ? ' to ' : '')
  const client = ours.busy === undefined ? '' : `${digits(ours.busy * 100, 0)} %`
  const ok = (ratio ?? 1) >= (minRatio ?? 0) && (ratio ?? 1) <= (maxRatio ?? Infinity)
  return { cells: [name, ...rateCells(ours), ...rateCells(other), digits(ratio, 3), target, client], ok }
}

export const rateNote = ({ clients, rounds, seconds }: Effort) =>
  `${clients} clients, ${rounds} rounds of ${seconds} s for each side in turn: rates and ratio are the medians of the rounds,
latencies those of every response. A booking has its key, its limits and its two emails; a bare
one (pgbench, prepared) counts a spot if one is left and inserts a booking in the same tables, and nothing else, as
one statement or as BEGIN, UPDATE, INSERT, COMMIT. Logging in is one attempt at a time, 20 of known and of unknown names in turn, each
from another network; its ratio is that of the median times. Client: how busy the measuring process kept one core.`

export const sizeHeads = (large: string, small: string) => [large, small, 'ratio', 'at most']

/**
 * A measurement of something large, compared with the same of something small.
 *
 * @param unit empty for a number of things
 * @param limits of large ÷ small, or of `large` itself in its unit
 */
export function sizeRow(
  name: string,
  [large, small]: [number, number],
  unit: 'ms' | 'KB' | 'MB' | '',
  { maxRatio, maxLarge }: { maxRatio?: number | undefined; maxLarge?: number } = {},
): Row {
  const limit = maxRatio ? `${maxRatio}×` : maxLarge ? `${maxLarge} ${unit}` : ''
  const amounts = [large, small].map((amount) => `${digits(amount, 1)} ${unit}`)
  const ok = large / small <= (maxRatio ?? Infinity) && large <= (maxLarge ?? Infinity)
  return { cells: [name, ...amounts, digits(large / small, 2), limit], ok }
}

export const goalHeads = ['median', 'lowest', 'highest', 'goal']

/** A measurement without a comparison, repeated, with the goal of its median. */
export function goalRow(
  name: string,
  values: number[],
  unit: 'ms' | 'KB' | '',
  { atLeast, atMost }: { atLeast?: number; atMost?: number },
): Row {
  const shown = (value: number) => `${Number(value.toFixed(!unit ? 3 : value < 10 ? 2 : 0))} ${unit}`.trim()
  const goal = atLeast === undefined ? `at most ${shown(atMost!)}` : `at least ${shown(atLeast)}`
  const amounts = [median(values), Math.min(...values), Math.max(...values)].map(shown)
  const ok = median(values) >= (atLeast ?? -Infinity) && median(values) <= (atMost ?? Infinity)
  return { cells: [name, ...amounts, goal], ok }
}

/** Aligns the first column left and the others right. */
export function printColumns(lines: string[][]) {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]!.length))) ?? []
  for (const [name, ...others] of lines) {
    const cells = others.map((text, column) => text.padStart(widths[column + 1]!))
    console.log([name!.padEnd(widths[0]!), ...cells].join('  '))
  }
}
