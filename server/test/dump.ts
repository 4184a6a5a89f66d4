import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { TestApp } from './app.ts'
import { filesOnDisk } from './uploads.ts'

/** Returns all rows of all tables as text, by table, including those of the job queue. */
export async function dumpTables(test: TestApp): Promise<Map<string, string[]>> {
  const tables = await test.rows<{ name: string }>(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`)
  const dump = new Map<string, string[]>()
  for (const { name } of tables) {
    const rows = await test.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t ORDER BY 1`)
    dump.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return dump
}

/** Returns all stored files as text, by path below the data folder, with quoted-printable line breaks removed. */
export async function dumpFiles(test: TestApp): Promise<Map<string, string[]>> {
  const dump = new Map<string, string[]>()
  for (const path of await filesOnDisk(test)) {
    const text = await readFile(path, 'latin1').catch(() => '') // a draft that was renamed since it was listed
    dump.set(relative(test.config.dataDir, path), [text.replace(/=\r?\n/g, '')])
  }
  return dump
}

/** Returns the tables or files of a dump that match. */
export function findMatches(dump: Map<string, string[]>, trace: RegExp): string[] {
  return [...dump]
    .filter(([name, rows]) => trace.test(name) || rows.some((row) => trace.test(row)))
    .map(([name]) => name)
}
