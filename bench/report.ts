import type { Effort } from './comparisons.ts'
import type { Side } from './rounds.ts'

export interface Row {
  name: string
  ours: Side
  other?: Side
  ratio?: number
  /** The ratio that issue 3 asks for. */
  least?: number | undefined
}

const digits = (value: number | undefined, fraction: number) => value?.toFixed(fraction) ?? ''

/** Prints the rows as a table, each rate with its latencies in ms. */
export function printTable(rows: Row[], { rounds, seconds, clients }: Effort) {
  const heads = ['', 'per s', 'p50 ms', 'p99 ms', 'against', 'p50 ms', 'p99 ms', 'ratio', 'at least', 'asker']
  const lines = rows.map(({ name, ours, other, ratio, least }) => [
    name,
    ...[digits(ours.rate, 0), digits(ours.p50, 1), digits(ours.p99, 1)],
    ...[digits(other?.rate, 0), digits(other?.p50, 1), digits(other?.p99, 1)],
    ...[digits(ratio, 3), digits(least, 2)],
    ours.busy === undefined ? '' : `${digits(ours.busy * 100, 0)} %`,
  ])
  const widths = heads.map((head, column) =>
    Math.max(...[head, ...lines.map((line) => line[column]!)].map((text) => text.length)),
  )
  for (const line of [heads, ...lines]) {
    console.log(
      line
        .map((text, column) => (column ? text.padStart(widths[column]!) : text.padEnd(widths[0]!)))
        .join('  '),
    )
  }
  console.log(`
${clients} clients, ${rounds} rounds of ${seconds} s for each side in turn: rates and ratio are the middle of the rounds,
latencies those of every answer. A booking here carries its key, is limited and writes its two mails; pgbench
(prepared) runs BEGIN, UPDATE of the counter where a place is left, INSERT of a booking, COMMIT on the same
tables, and nothing else. Asker: how busy one core was with asking and reading the answers.`)
}
