import type { Effort, Side } from './rounds.ts'

export interface Row {
  name: string
  ours: Side
  other?: Side
  ratio?: number
  /** The target of the ratio. */
  least?: number | undefined
  most?: number | undefined
}

/** One figure of something large beside the same of something small. */
export interface SizeRow {
  name: string
  large: number
  small: number
  unit: 'ms' | 'KB'
  /** What large ÷ small may come to, or `large` itself. */
  maxRatio?: number
  most?: number
}

const digits = (value: number | undefined, fraction: number) => value?.toFixed(fraction) ?? ''

/** Prints the rows as a table, each rate with its latencies in ms. */
export function printTable(rows: Row[], { rounds, seconds, clients }: Effort) {
  const heads = ['', 'per s', 'p50 ms', 'p99 ms', 'against', 'p50 ms', 'p99 ms', 'ratio', 'target', 'client']
  const lines = rows.map(({ name, ours, other, ratio, least, most }) => [
    name,
    ...[digits(ours.rate, 0), digits(ours.p50, 1), digits(ours.p99, 1)],
    ...[digits(other?.rate, 0), digits(other?.p50, 1), digits(other?.p99, 1)],
    ...[
      digits(ratio, 3),
      [least, most].map((limit) => digits(limit, 2)).join(most === undefined ? '' : ' to '),
    ],
    ours.busy === undefined ? '' : `${digits(ours.busy * 100, 0)} %`,
  ])
  printColumns([heads, ...lines])
  console.log(`
${clients} clients, ${rounds} rounds of ${seconds} s for each side in turn: rates and ratio are the middle of the rounds,
latencies those of every response. A booking has its key, its limits and its two emails; pgbench
(prepared) runs BEGIN, UPDATE of the counter where a spot is left, INSERT of a booking, COMMIT on the same
tables, and nothing else. Logging in is one try at a time, a known and an unknown name in turn, each from
another network; its ratio is that of the median times. Client: how busy the measuring process kept one core.`)
}

/** Whether a ratio is what is asked for. */
export function isInRange({ ratio = 1, least = 0, most = Infinity }: Row): boolean {
  return ratio >= least && ratio <= most
}

export function isLightEnough({ large, small, maxRatio = Infinity, most = Infinity }: SizeRow): boolean {
  return large / small <= maxRatio && large <= most
}

/** Prints what something large takes beside something small; `heads` names the rows and the two. */
export function printSizes(heads: [string, string, string], rows: SizeRow[], note: string) {
  const limit = ({ maxRatio, most, unit }: SizeRow) =>
    maxRatio === undefined ? (most === undefined ? '' : `${most} ${unit}`) : `${maxRatio}×`
  console.log()
  printColumns([
    [...heads, 'ratio', 'at most'],
    ...rows.map((row) => [
      row.name,
      `${digits(row.large, 1)} ${row.unit}`,
      `${digits(row.small, 1)} ${row.unit}`,
      digits(row.large / row.small, 2),
      limit(row),
    ]),
  ])
  console.log(`\n${note}`)
}

/** The first column to the left, the others to the right. */
function printColumns(lines: string[][]) {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  for (const line of lines) {
    console.log(
      line
        .map((text, column) => (column ? text.padStart(widths[column]!) : text.padEnd(widths[0]!)))
        .join('  '),
    )
  }
}
