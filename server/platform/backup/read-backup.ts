import { KeyNormalizer } from 'flydrive'
import { z } from 'zod'
import { StartError } from '../../start-error.ts'
import { damaged, type Entry, parseEntry, quote, readArchive } from './archive.ts'

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.object({
  format: z.literal(1),
  /** When the snapshot was taken: ISO 8601 in UTC. */
  takenAt: z.iso.datetime(),
  /** The version of the database: `readVersion`. */
  version: z.int().positive(),
  /** Recognizes APP_SECRET without revealing it. */
  secretMark: sha256,
  tables: z.array(z.object({ name, columns: z.array(name).max(1000) })).max(1000),
  /** The last number of each sequence, by name. */
  sequences: z.record(name, z.string().regex(/^\d{1,19}$/)),
})

const contentsSchema = z.record(name, z.object({ rows: z.int().nonnegative(), sha256 }))

/** The first entry of an archive: what it contains and who can restore it. */
export type Manifest = z.infer<typeof manifestSchema>

/** The entry after all tables: how many rows each had, by name, and the SHA-256 of them in PostgreSQL's text format. */
export type Contents = z.infer<typeof contentsSchema>

/** Names of entries, in their order. The pieces of a table and all stored files have the names below these. */
export const entryNames = {
  manifest: 'manifest.json',
  secret: 'app-secret',
  tables: 'tables/',
  contents: 'tables.json',
  files: 'uploads/',
}

/** A table and its columns, without generated ones, which PostgreSQL computes again. */
export type Table = Manifest['tables'][number]

export type Part =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'secret'; secret: string }
  | { kind: 'piece'; table: Table; content: Uint8Array }
  | { kind: 'contents'; contents: Contents }
  | { kind: 'file'; key: string; content: Uint8Array }

/**
 * Reads a backup in its order, and nothing that Trunkshow would not have written (decision 070): only entries with its
 * names, each once and in its place, descriptions of the right types, and files with keys of the storage.
 *
 * @throws StartError as `readArchive`, or when the archive is of another program, crafted, or of a newer format
 */
export async function* readBackup(path: string, stopping?: AbortSignal): AsyncGenerator<Part> {
  let manifest: Manifest | undefined
  let last = ''
  for await (const entry of readArchive(path, stopping)) {
    const place = placeOf(entry.name, manifest)
    if (!place || (place <= last && place !== FILE))
      throw damaged(path, `${quote(entry.name)} does not belong there`)
    last = place
    const part = toPart(path, entry, manifest)
    if (part.kind === 'manifest') manifest = part.manifest
    yield part
  }
  if (last < CONTENTS || !manifest) throw damaged(path, `it has no ${entryNames.contents}`)
}

export const newerVersion = (path: string) =>
  new StartError(
    `${path} was made by a newer version of Trunkshow: restore it with that version, then upgrade as usual.`,
  )

const CONTENTS = '3'
const FILE = '4'

/** Returns where an entry stands among the others, in alphabetical order, but that files have none; undefined if no archive has it. */
function placeOf(name: string, manifest: Manifest | undefined): string | undefined {
  if (name === entryNames.manifest) return '0'
  if (!manifest) return undefined
  if (name === entryNames.secret) return '1'
  if (name === entryNames.contents) return CONTENTS
  if (name.startsWith(entryNames.files)) return isKey(keyOf(name)) ? FILE : undefined
  const [, table, piece = ''] = /^tables\/(\w+)\/([1-9]\d{0,8})$/.exec(name) ?? []
  const at = manifest.tables.findIndex(({ name }) => name === table)
  return at < 0 ? undefined : `2 ${String(at).padStart(4)} ${piece.padStart(9)}`
}

const keyOf = (name: string) => name.slice(entryNames.files.length)

/** Whether the storage keeps a file under this very key: none that leads out of it, or is another spelling of one. */
function isKey(key: string): boolean {
  try {
    return new KeyNormalizer().normalize(key) === key
  } catch {
    return false
  }
}

function toPart(path: string, entry: Entry, manifest: Manifest | undefined): Part {
  const { name, content } = entry
  if (!manifest) {
    if (Number(parseEntry(path, entry, z.object({ format: z.unknown() })).format) > 1)
      throw newerVersion(path)
    return { kind: 'manifest', manifest: parseEntry(path, entry, manifestSchema) }
  }
  if (name === entryNames.secret) return { kind: 'secret', secret: Buffer.from(content).toString() }
  if (name.startsWith(entryNames.files)) return { kind: 'file', key: keyOf(name), content }
  if (name !== entryNames.contents) {
    const table = manifest.tables.find((table) => name.startsWith(`${entryNames.tables}${table.name}/`))!
    return { kind: 'piece', table, content }
  }
  const contents = parseEntry(path, entry, contentsSchema)
  const missing = manifest.tables.find((table) => !Object.hasOwn(contents, table.name))
  if (missing) throw damaged(path, `${name} says nothing of the table ${missing.name}`)
  return { kind: 'contents', contents }
}
