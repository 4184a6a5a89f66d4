import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Contents, Table } from './read-backup.ts'

/** A table's content comes in pieces of about this many bytes. */
const PIECE_BYTES = 4_000_000

/** Begins a transaction in which the text of dates, numbers and bytes is the same on every server (decision 046). */
export async function beginPlainText(client: pg.Client, mode = '') {
  await client.query(`BEGIN ${mode};
    SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
    SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1;
    SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0`)
}

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT relname::text AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class AS c JOIN pg_attribute AS a ON attrelid = c.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY relname ORDER BY relname`)
  return rows
}

/** Returns the last number of each sequence that was used. */
export async function listSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Sets the last number of each sequence. Names that are not of the app's sequences change nothing. */
export async function setSequences(client: pg.Client, sequences: Record<string, string>): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query(
      `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, $2::bigint) FROM pg_sequences
       WHERE schemaname = 'public' AND sequencename = $1`,
      [name, last],
    )
}

/** Reads a table's rows in pieces. Returns what it contained. */
export async function* readTable(client: pg.Client, table: Table): AsyncGenerator<Buffer, Contents[string]> {
  const hash = createHash('sha256')
  const rows = client.query(to(`COPY ${target(table)} TO STDOUT`))
  let piece: Buffer[] = []
  let bytes = 0
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk)
    piece.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(piece)
    piece = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(piece)
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

/** Opens an empty table for the pieces of `readTable`. */
export function writeTable(client: pg.Client, table: Table) {
  const rows = client.query(from(`COPY ${target(table)} FROM STDIN`))
  const done = finished(rows)
  done.catch(() => {}) // awaited by the caller
  return {
    async write(piece: Uint8Array) {
      if (!rows.write(piece)) await Promise.race([once(rows, 'drain'), done])
    },
    async end() {
      rows.end()
      await done
    },
  }
}

const target = ({ name, columns }: Table) => `${quote(name)} (${columns.map(quote).join(', ')})`
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
