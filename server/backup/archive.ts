import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { StartError } from '../start-error.ts'

/** The last entry: the SHA-256 of all names and contents before it. Without it the archive was cut short. */
const END = 'end.json'

export interface Entry {
  name: string
  content: Uint8Array
}

/**
 * Writes a gzipped tar file that only its owner can read (decision 047). It has its name once it is complete and on
 * disk.
 *
 * @param entries each is held in memory as a whole, so large content comes in pieces
 * @throws StartError when the file cannot be written
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
 * Reads the entries of an archive, in order.
 *
 * @throws StartError after the entries that could be read, when the file is not an archive, was cut short, or changed
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  const { readable, writable } = createTarDecoder()
  // A pipeline takes a web stream, which its types do not know yet.
  const decoder = writable as unknown as NodeJS.WritableStream
  const source = pipeline(createReadStream(path), createGunzip(), decoder)
  source.catch(() => {}) // the loop throws it too
  try {
    for await (const { header, body } of readable) {
      const content = await buffer(body)
      if (header.name === END) {
        if (JSON.parse(content.toString()).sha256 === hash.digest('hex')) return
        throw new StartError(`${path} is damaged: its content is not what was written. Use another backup.`)
      }
      hash.update(header.name).update(content)
      yield { name: header.name, content }
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') throw cutShort(path)
    if (isFileError(error)) throw new StartError(`${path} cannot be read: ${error.message}.`)
    throw new StartError(`${path} is not a backup of Trunkshow, or it is damaged.`)
  }
  throw cutShort(path)
}

const cutShort = (path: string) =>
  new StartError(`${path} was cut short: its end is missing. Copy it again, or use another backup.`)

/** Whether the file system refused, as when the disk is full. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException => 'syscall' in (error as object)
