import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { z } from 'zod'
import { StartError } from '../../start-error.ts'

/** The last entry: the SHA-256 of all names and contents before it. Without it the archive was cut short. */
const END = 'end.json'
const endSchema = z.object({ sha256: z.string() })

/** The largest entry, five times the largest upload: each is held in memory as a whole. */
const MAX_ENTRY_MEGABYTES = 100
/** The largest entry in JSON; what names a hundred tables has 20 KB. */
const MAX_JSON_BYTES = 1_000_000

export interface Entry {
  name: string
  content: Uint8Array
}

/**
 * Writes a gzipped tar file that only its owner can read (decision 047). It gets its name once it is complete.
 *
 * @param entries each is held in memory as a whole, so large content comes in pieces
 * @throws StartError when the file cannot be written, or an entry is too large to be restored
 */
export async function writeArchive(path: string, entries: AsyncIterable<Entry>): Promise<void> {
  const draft = `${path}.${process.pid}.partial`
  const { readable, controller } = createTarPacker()
  const file = createWriteStream(draft, { mode: 0o600, flush: true })
  try {
    await once(file, 'open')
    // Pictures are compressed already, and tables are repetitive: more effort gains little.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    const written = pipeline(readable, gzip, file)
    written.catch(controller.error) // so that adding an entry fails too
    const hash = createHash('sha256')
    async function add({ name, content }: Entry) {
      if (content.length > MAX_ENTRY_MEGABYTES * 1e6)
        throw new StartError(
          `${name} is too large for a backup, which holds files of up to ${MAX_ENTRY_MEGABYTES} MB: move it elsewhere.`,
        )
      const body = controller.add({ name, size: content.length, mode: 0o600 }).getWriter()
      await body.write(content)
      await body.close()
      hash.update(name).update(content)
    }
    try {
      for await (const entry of entries) await add(entry)
      await add({ name: END, content: Buffer.from(JSON.stringify({ sha256: hash.copy().digest('hex') })) })
      controller.finalize()
    } catch (error) {
      controller.error(error)
      await written
    }
    await written
    await rename(draft, path)
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new StartError(`${path} cannot be written: ${error.message}.`)
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Reads the entries of an archive, in order and one at a time: its memory does not grow with the archive (decision 070).
 *
 * @param stopping ends it, with its reason
 * @throws StartError after the entries that could be read, when the file is not an archive, was cut short, or changed
 */
export async function* readArchive(path: string, stopping?: AbortSignal): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  const { readable, writable } = createTarDecoder({ strict: true })
  // A pipeline takes a web stream, which its types do not know yet.
  const decoder = writable as unknown as NodeJS.WritableStream
  try {
    const file = await stat(path)
    // A pipe could not be read twice, and a folder not at all.
    if (!file.isFile()) throw new StartError(`${path} is not a file: name the backup itself.`)
    if (file.size === 0) throw new StartError(`${path} is empty: copy it again, or use another backup.`)
    const source = pipeline(createReadStream(path), createGunzip(), decoder)
    source.catch(() => {}) // the loop throws it too
    for await (const { header, body } of readable) {
      stopping?.throwIfAborted()
      const { name, type, size } = header
      if (type !== 'file') throw damaged(path, `${quote(name)} is no file, but a ${type}`)
      if (size > MAX_ENTRY_MEGABYTES * 1e6)
        throw damaged(path, `${quote(name)} has more than ${MAX_ENTRY_MEGABYTES} MB`)
      const entry = { name, content: await buffer(body) }
      if (name === END) {
        if (parseEntry(path, entry, endSchema).sha256 === hash.digest('hex')) return
        throw new StartError(`${path} is damaged: its content is not what was written. Use another backup.`)
      }
      hash.update(name).update(entry.content)
      yield entry
    }
  } catch (error) {
    if (error instanceof StartError || error === stopping?.reason) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR' || message.includes('truncated')) throw cutShort(path)
    if (isFileError(error)) throw new StartError(`${path} cannot be read: ${message}.`)
    throw damaged(path, 'it is no archive that can be unpacked')
  }
  throw cutShort(path)
}

/**
 * Reads an entry in JSON.
 *
 * @throws StartError when it is too large, is not JSON, or is not what the schema says
 */
export function parseEntry<Value>(path: string, { name, content }: Entry, schema: z.ZodType<Value>): Value {
  if (content.length > MAX_JSON_BYTES) throw damaged(path, `${name} is too large`)
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(content).toString())
  } catch {
    throw damaged(path, `${name} is not JSON`)
  }
  const { data, error } = schema.safeParse(json)
  if (!error) return data
  const { path: where, message } = error.issues[0]!
  throw damaged(path, `${name} has at ${quote(where.join('.'))}: ${message}`)
}

/** What an archive cannot be used for, as one sentence. */
export const damaged = (path: string, reason: string) =>
  new StartError(`${path} is not a backup of Trunkshow, or it is damaged: ${reason}. Use another backup.`)

/** Quotes a text of the archive for a terminal, where some characters are commands. */
export const quote = (text: string) => `"${text.slice(0, 100).replace(/[^ -~]/g, '?')}"`

const cutShort = (path: string) =>
  new StartError(`${path} was cut short: its end is missing. Copy it again, or use another backup.`)

/** Whether the file system refused, as when the disk is full. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException => 'syscall' in (error as object)
