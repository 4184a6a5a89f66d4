import type { PageRow } from './bookings-page.ts'
import type { Effort } from './comparisons.ts'
import type { Side } from './rounds.ts'

export interface Row {
  name: string
  ours: Side
  other?: Side
  ratio?: number
  /** The ratio that is asked for: at least, and where it must not be above something either, at most. */
  least?: number | undefined
  most?: number | undefined
}

const digits = (value: number | undefined, fraction: number) => value?.toFixed(fraction) ?? ''

/** Prints the rows as a table, each rate with its latencies in ms. */
export function printTable(rows: Row[], { rounds, seconds, clients }: Effort) {
  const heads = ['', 'per s', 'p50 ms', 'p99 ms', 'against', 'p50 ms', 'p99 ms', 'ratio', 'asked', 'asker']
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
latencies those of every answer. A booking here carries its key, is limited and writes its two mails; pgbench
(prepared) runs BEGIN, UPDATE of the counter where a place is left, INSERT of a booking, COMMIT on the same
tables, and nothing else. Sign-in is one try at a time, a name that is known and one that is not in turn, each from
another network; its ratio is that of the middle times. Asker: how busy one core was with asking and reading the answers.`)
}

/** Whether a ratio is what is asked for. */
export function isInRange({ ratio = 1, least = 0, most = Infinity }: Row): boolean {
  return ratio >= least && ratio <= most
}

export function isLightEnough({ large, small, mostRatio = Infinity, most = Infinity }: PageRow): boolean {
  return large / small <= mostRatio && large <= most
}

/** Prints what a page of a large show takes beside that of a small one. */
export function printPages(rows: PageRow[], { rounds }: Effort) {
  const limit = ({ mostRatio, most, unit }: PageRow) =>
    mostRatio === undefined ? (most === undefined ? '' : `${most} ${unit}`) : `${mostRatio}×`
  console.log()
  printColumns([
    ['bookings page in Chromium', '10,000 slots', '40 slots', 'ratio', 'at most'],
    ...rows.map((row) => [
      row.name,
      `${digits(row.large, 0)} ${row.unit}`,
      `${digits(row.small, 0)} ${row.unit}`,
      digits(row.large / row.small, 2),
      limit(row),
    ]),
  ])
  console.log(`
The large show has 20,000 bookings, the small one 80; each page is opened ${rounds} times in a fresh browser profile,
in turn, and the middle is told.`)
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
