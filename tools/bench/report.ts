import { type Effort, percentile, type Side } from './rounds.ts'

export interface Row {
  name: string
  ours: Side
  other?: Side
  ratio?: number
  /** The targets of the ratio. */
  minRatio?: number
  maxRatio?: number
}

/** One measurement of something large, compared with the same of something small. */
export interface SizeRow {
  name: string
  large: number
  small: number
  /** Empty for a number of things. */
  unit: 'ms' | 'KB' | 'MB' | ''
  /** The limit of large ÷ small. */
  maxRatio?: number
  /** The limit of `large` itself, in its unit. */
  maxLarge?: number
}

/** One measurement without a comparison, repeated. */
export interface GoalRow {
  name: string
  values: number[]
  unit: 'ms' | 'KB' | ''
  /** The goal of the median. */
  atLeast?: number
  atMost?: number
}

const digits = (value: number | undefined, fraction: number) => value?.toFixed(fraction) ?? ''

/** Prints the rows as a table, each rate with its latencies in ms. */
export function printTable(rows: Row[], { rounds, seconds, clients }: Effort) {
  const heads = [
    '',
    'per s',
    'p50 ms',
    'p95',
    'p99',
    'against',
    'p50 ms',
    'p95',
    'p99',
    'ratio',
    'target',
    'client',
  ]
  const lines = rows.map(({ name, ours, other, ratio, minRatio, maxRatio }) => [
    name,
    ...[digits(ours.rate, 0), digits(ours.p50, 1), digits(ours.p95, 1), digits(ours.p99, 1)],
    ...[digits(other?.rate, 0), digits(other?.p50, 1), digits(other?.p95, 1), digits(other?.p99, 1)],
    ...[
      digits(ratio, 3),
      [minRatio, maxRatio].map((limit) => digits(limit, 2)).join(maxRatio === undefined ? '' : ' to '),
    ],
    ours.busy === undefined ? '' : `${digits(ours.busy * 100, 0)} %`,
  ])
  printColumns([heads, ...lines])
  console.log(`
${clients} clients, ${rounds} rounds of ${seconds} s for each side in turn: rates and ratio are the medians of the rounds,
latencies those of every response. A booking has its key, its limits and its two emails; a bare
one (pgbench, prepared) counts a spot if one is left and inserts a booking in the same tables, and nothing else, as
one statement or as BEGIN, UPDATE, INSERT, COMMIT. Logging in is one attempt at a time, a known and an unknown name in turn, each from
another network; its ratio is that of the median times. Client: how busy the measuring process kept one core.`)
}

/** Whether a ratio meets its targets. */
export function isInRange({ ratio = 1, minRatio = 0, maxRatio = Infinity }: Row): boolean {
  return ratio >= minRatio && ratio <= maxRatio
}

export function isWithinLimits({ large, small, maxRatio = Infinity, maxLarge = Infinity }: SizeRow): boolean {
  return large / small <= maxRatio && large <= maxLarge
}

/** Prints the rows as a table; `heads` names the rows, the large side and the small side. */
export function printSizes(heads: [string, string, string], rows: SizeRow[], note: string) {
  const limit = ({ maxRatio, maxLarge, unit }: SizeRow) =>
    maxRatio === undefined ? (maxLarge === undefined ? '' : `${maxLarge} ${unit}`) : `${maxRatio}×`
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

export function isReached({ values, atLeast = -Infinity, atMost = Infinity }: GoalRow): boolean {
  const median = percentile(values, 0.5)
  return median >= atLeast && median <= atMost
}

/** Prints the rows as a table: the median, the lowest and the highest value, and the goal. */
export function printGoals(title: string, rows: GoalRow[], note: string) {
  console.log()
  printColumns([
    [title, 'median', 'lowest', 'highest', 'goal'],
    ...rows.map(({ name, values, unit, atLeast, atMost }) => {
      const shown = (value: number) =>
        `${Number(value.toFixed(!unit ? 3 : value < 10 ? 2 : 0))} ${unit}`.trim()
      const goal = atLeast === undefined ? `at most ${shown(atMost!)}` : `at least ${shown(atLeast)}`
      return [name, ...[percentile(values, 0.5), Math.min(...values), Math.max(...values)].map(shown), goal]
    }),
  ])
  console.log(`\n${note}`)
}

/** Aligns the first column left and the others right. */
export function printColumns(lines: string[][]) {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  for (const line of lines) {
    console.log(
      line
        .map((text, column) => (column ? text.padStart(widths[column]!) : text.padEnd(widths[0]!)))
        .join('  '),
    )
  }
}
