import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { type ImportKind, importFiles, MOST_COLUMNS } from '@trunkshow/contract/imports/rules.ts'
import { parse } from 'csv-parse'
import { unguarded } from '../http/csv.ts'

/** A row of a file: ready to be stored, or why it is not. */
export type FileRow = { line: number } & ({ value: Record<string, unknown> } | { problem: string })

const plain = (heading: string) => heading.toLowerCase().replace(/[\s_-]+/g, '')

/** How much of a file is read at a stretch, in bytes: some hundred rows, a few milliseconds. */
const PIECE = 32 * 1024

/** A file piece by piece, so that whatever else waits gets its turn in between. */
async function* piecesOf(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += PIECE) {
    yield file.subarray(at, at + PIECE)
    await setImmediate()
  }
}

/** The lines of a file as its cells, when they are parted like this; all of them, or so many of the first. */
function parseFile(
  file: Buffer,
  delimiter: string,
  to?: number,
): AsyncIterable<{ record: string[]; info: { lines: number } }> {
  const rows = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    ...(to && { to }),
    cast(cell, { index }) {
      if (index >= MOST_COLUMNS) throw new AppError('invalid', importMessages.tooManyColumns)
      return cell
    },
  })
  pipeline(Readable.from(piecesOf(file)), rows, () => {})
  return rows
}

/** In which column of the file each field stands, the first where several have its heading. */
function columnsOf(kind: ImportKind, headings: string[]): Map<string, number> {
  const places = headings.map(plain)
  return new Map(
    Object.entries(importFiles[kind].columns).flatMap(([heading, field]) => {
      const column = places.indexOf(plain(heading))
      return column < 0 ? [] : [[field, column]]
    }),
  )
}

/** @throws AppError invalid, naming the columns a file of this kind needs and this one lacks */
function assertComplete(kind: ImportKind, columns: Map<string, number>) {
  const { columns: fields, required }: { columns: Record<string, string>; required: readonly string[] } =
    importFiles[kind]
  const missing = required.filter((heading) => !columns.has(fields[heading]!))
  if (missing.length > 0) throw new AppError('invalid', importMessages.columnsMissing(missing.join(', ')))
}

/** How many columns of its kind the heading of a file has, when its cells are parted like this. */
async function countColumns(kind: ImportKind, file: Buffer, delimiter: string): Promise<number> {
  try {
    for await (const { record } of parseFile(file, delimiter, 1)) return columnsOf(kind, record).size
  } catch (error) {
    if (error instanceof AppError) throw error
  }
  return 0
}

/** What parts the cells of a file: that under which its heading names the most columns. */
async function delimiterOf(kind: ImportKind, file: Buffer): Promise<string> {
  let [best, most] = [',', 0]
  for (const delimiter of [',', ';', '\t']) {
    const count = await countColumns(kind, file, delimiter)
    if (count > most) [best, most] = [delimiter, count]
  }
  return best
}

/**
 * The rows of a CSV file, one after the other, each checked by the schema of its kind. Commas, semicolons or tabs
 * part its cells, the same ones in the whole file.
 *
 * @throws AppError invalid when it is no CSV file, columns are missing, or a row has more than make sense
 */
export async function* readRows(kind: ImportKind, csv: string): AsyncGenerator<FileRow> {
  const file = Buffer.from(csv)
  let columns: Map<string, number> | undefined
  try {
    for await (const { record, info } of parseFile(file, await delimiterOf(kind, file))) {
      if (!columns) {
        columns = columnsOf(kind, record)
        assertComplete(kind, columns)
        continue
      }
      const cells = Object.fromEntries(
        Array.from(columns, ([field, column]) => [field, unguarded(record[column] ?? '')]),
      )
      const { data, error } = importFiles[kind].row.safeParse(cells)
      yield error
        ? { line: info.lines, problem: error.issues[0]!.message }
        : { line: info.lines, value: data as Record<string, unknown> }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid', importMessages.unreadable)
  }
}
